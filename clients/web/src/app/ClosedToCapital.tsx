/** What stands in the More group of a capital account ([2.21]): why it is closed, and the way to the account that has it. */
import { useTranslation } from 'react-i18next'
import { SwitchToPrimary } from './SwitchToPrimary.tsx'

export function ClosedToCapital({ onSwitched }: { readonly onSwitched?: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-24 flex-col items-start justify-center gap-3 px-3 py-3 text-body text-t2">
      <p>{t('nav.capitalMessage')}</p>
      <SwitchToPrimary look="button" {...(onSwitched === undefined ? {} : { onSwitched })} />
    </div>
  )
}
