/** From a capital account back to the primary one of the same person; nothing where there is none to switch to. */
import { useTranslation } from 'react-i18next'
import { useSwitchAccount } from '../entities/capital/useSwitchAccount.ts'
import { useSession } from '../entities/session/index.ts'
import { Button, cx } from '../ui/index.ts'

export function SwitchToPrimary({
  look,
  onSwitched,
}: {
  readonly look: 'link' | 'button'
  readonly onSwitched?: () => void
}) {
  const { t } = useTranslation()
  const primary = useSession((state) => state.primary)
  const address = useSession((state) => state.address)
  const { switchTo, isSwitching } = useSwitchAccount()
  if (primary === undefined || primary === address) return null
  return (
    <Button
      size={look === 'link' ? 'sm' : 'md'}
      variant={look === 'link' ? 'ghost' : 'line'}
      className={cx(look === 'link' && 'px-0! text-chalk! hover:underline')}
      isBusy={isSwitching}
      onClick={() => void switchTo(primary).then((isThere) => isThere && onSwitched?.())}
    >
      {t('capital.switchToPrimary')}
    </Button>
  )
}
