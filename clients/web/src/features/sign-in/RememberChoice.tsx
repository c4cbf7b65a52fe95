/** "Remember me", and below it what the choice as it stands will do. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/index.ts'

export interface RememberChoiceProps {
  /** Of a wallet's session: its signing key. Of a login: everything that keeps it open. */
  readonly of: 'signIn' | 'login'
  readonly isRemembered: boolean
  readonly onChange: (isRemembered: boolean) => void
  readonly isDisabled?: boolean
}

export function RememberChoice({ of, isRemembered, onChange, isDisabled = false }: RememberChoiceProps) {
  const { t } = useTranslation()
  const hintId = useId()
  return (
    <div className="mt-4">
      <Checkbox
        label={t('signIn.remember')}
        isChecked={isRemembered}
        onChange={onChange}
        isDisabled={isDisabled}
        describedBy={hintId}
      />
      <p id={hintId} className="pl-6 text-caption text-t3">
        {t(isRemembered ? `${of}.rememberOn` : `${of}.rememberOff`)}
      </p>
    </div>
  )
}
