/** A field: label left, value right, unit after. An error shows as ring and hint, tied by `aria-describedby`. */
import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from './cx.ts'

export type FieldSize = 'md' | 'pair' | 'amount' | 'inline'

export const FIELD_HEIGHT: Record<FieldSize, string> = {
  md: 'h-11 px-3 max-md:h-12',
  pair: 'h-9 px-3 max-md:h-11',
  amount: 'h-16 px-3',
  inline: 'h-[22px] px-[6px]',
}

export interface FieldFrameProps {
  readonly label?: ReactNode
  readonly unit?: ReactNode
  readonly size?: FieldSize
  readonly error?: string | undefined
  /** Ring without a text of its own: the button below says the reason. */
  readonly isInvalid?: boolean
  readonly isDisabled?: boolean
  readonly className?: string
}

export interface TextFieldProps
  extends FieldFrameProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'className' | 'onChange'> {
  readonly icon?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** How the value looks without focus, where all of it would not fit. */
  readonly display?: (text: string) => string
  /** Announced as it appears: of a field that a press judges, not every key. */
  readonly isErrorAnnounced?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

export function TextField({
  label,
  unit,
  size = 'md',
  error,
  isInvalid = false,
  isDisabled = false,
  className,
  icon,
  value,
  onChange,
  display = (text) => text,
  isErrorAnnounced = false,
  id: givenId,
  ref,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const [hasFocus, setHasFocus] = useState(false)
  const invalid = isInvalid || error !== undefined
  return (
    <div className={className}>
      <div
        className={cx('field-shell flex items-center gap-2', FIELD_HEIGHT[size])}
        data-invalid={invalid || undefined}
        data-disabled={isDisabled || undefined}
      >
        {icon !== undefined && <span className="text-t3">{icon}</span>}
        {label !== undefined && (
          <label htmlFor={id} className="text-dense whitespace-nowrap text-t2">
            {label}
          </label>
        )}
        <input
          {...rest}
          id={id}
          ref={ref}
          disabled={isDisabled}
          aria-invalid={invalid || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          value={hasFocus ? value : display(value)}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="h-full min-w-0 flex-1 bg-transparent text-body outline-none"
        />
        {unit !== undefined && <span className="flex items-center gap-1 text-dense text-t2">{unit}</span>}
      </div>
      {error !== undefined && (
        <p
          id={`${id}-error`}
          role={isErrorAnnounced ? 'alert' : undefined}
          className="mt-1 text-caption text-err"
        >
          {error}
        </p>
      )}
    </div>
  )
}
