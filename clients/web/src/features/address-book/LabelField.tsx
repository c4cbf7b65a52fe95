/** The name under which an address is saved. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ADDRESS_LABEL_MAX } from '@vest/protocol'
import { TextField } from '../../ui/index.ts'

export interface LabelFieldProps {
  readonly value: string
  readonly onChange: (label: string) => void
  readonly isInvalid: boolean
  readonly placeholder?: string
}

export function LabelField({ value, onChange, isInvalid, placeholder }: LabelFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mb-[6px] text-dense text-t2">
        {t('addressBook.label')}
      </label>
      <TextField
        id={id}
        name="label"
        autoComplete="off"
        maxLength={ADDRESS_LABEL_MAX}
        {...(placeholder === undefined ? {} : { placeholder })}
        value={value}
        onChange={onChange}
        error={isInvalid ? t('addressBook.labelInvalid') : undefined}
      />
    </>
  )
}
