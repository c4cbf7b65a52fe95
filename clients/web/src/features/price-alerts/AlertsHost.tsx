/** Opens the list of alerts from wherever it is asked for. */
import { createLazyDialog } from '../../ui/index.ts'

export const { open: openAlerts, Host: AlertsHost } = createLazyDialog(
  async () => (await import('./AlertsDialog.tsx')).AlertsDialog,
)
