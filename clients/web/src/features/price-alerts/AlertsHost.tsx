/** Opens the list of alerts from wherever it is asked for. */
import { withPageTexts } from '../../shared/i18n/index.ts'
import { createLazyDialog } from '../../ui/index.ts'

export const { open: openAlerts, Host: AlertsHost } = createLazyDialog(
  withPageTexts(async () => (await import('./AlertsDialog.tsx')).AlertsDialog),
)
