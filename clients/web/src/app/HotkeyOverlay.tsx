/** Opens the list of all keys, by its own key or from the settings. */
import { useHotkey } from '../entities/hotkeys/index.ts'
import { createLazyDialog } from '../ui/index.ts'

const { open, Host } = createLazyDialog(async () => (await import('./HotkeyDialog.tsx')).HotkeyDialog)

export const openHotkeys = open

export function HotkeyOverlay() {
  useHotkey('list', open)
  return <Host />
}
