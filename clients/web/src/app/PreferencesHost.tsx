/** Opens the preferences from wherever they are asked for. */
import { createLazyDialog } from '../ui/index.ts'

export const { open: openPreferences, Host: PreferencesHost } = createLazyDialog(
  async () => (await import('./PreferencesDialog.tsx')).PreferencesDialog,
)
