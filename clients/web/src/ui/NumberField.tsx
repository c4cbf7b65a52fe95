/**
 * The one numeric field. What may stand in it is said by rules ([5.1]); an edit that they refuse changes nothing, not
 * even the caret, and the field says why until it takes an edit, is given another value by the app or is come back to. Raw
 * digits while it has the focus, grouped when it is left; all is selected on focus, the wheel does nothing. What an
 * input method composes is judged when it is done.
 */
import { useId, type Ref } from 'react'
import { displayNumeric, type NumericRules } from '../shared/numeric/index.ts'
import { cx } from './cx.ts'
import { FIELD_HEIGHT, type FieldFrameProps } from './Field.tsx'
import { useNumericInput } from './number/useNumericInput.ts'
import { useRefusalText } from './number/useRefusalText.ts'

export interface NumberFieldProps extends FieldFrameProps {
  readonly value: string
  /**
   * What the value stands for, where that is not its text: of a percentage that is kept the number follows the market.
   * Another meaning answers a refusal, another number does not.
   */
  readonly meaning?: string
  readonly rules: NumericRules
  readonly onChange: (value: string) => void
  /** The field refuses, or no longer: what it is part of must not be sent while it does. */
  readonly onRefusal: (isRefused: boolean) => void
  readonly name: string
  /** How the value looks without focus; grouped unless given. */
  readonly display?: (text: string) => string
  readonly placeholder?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly valueClassName?: string
  readonly ariaLabel?: string
  /** Where the field is too narrow for a sentence, the hint lies over what is below. */
  readonly hasFloatingHint?: boolean
  readonly hasAutoFocus?: boolean
}

export function NumberField({
  label,
  unit,
  size = 'md',
  error,
  isInvalid = false,
  isDisabled = false,
  className,
  value,
  meaning = value,
  rules,
  onChange,
  onRefusal,
  name,
  display = displayNumeric,
  placeholder,
  ref,
  valueClassName,
  ariaLabel,
  hasFloatingHint = false,
  hasAutoFocus = false,
}: NumberFieldProps) {
  const id = useId()
  const { refusal, props } = useNumericInput({ value, meaning, rules, onChange, onRefusal, display, ref })
  const hint = useRefusalText(refusal) ?? error
  const invalid = isInvalid || hint !== undefined

  return (
    <div className={cx('relative', className)}>
      <div
        className={cx('field-shell flex items-center gap-2', FIELD_HEIGHT[size])}
        data-invalid={invalid || undefined}
        data-disabled={isDisabled || undefined}
        // What stands beside the field is as little to be used as the field.
        {...(isDisabled ? { role: 'group', 'aria-disabled': true } : {})}
      >
        {label !== undefined && (
          <label htmlFor={id} className="text-dense whitespace-nowrap text-t2">
            {label}
          </label>
        )}
        <input
          id={id}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          autoFocus={hasAutoFocus}
          disabled={isDisabled}
          placeholder={placeholder}
          aria-label={label === undefined ? ariaLabel : undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          {...props}
          className={cx(
            'h-full min-w-0 flex-1 bg-transparent text-right font-medium outline-none',
            size === 'amount' ? 'text-amount font-semibold' : size === 'inline' ? 'text-dense' : 'text-nav',
            valueClassName,
          )}
        />
        {unit !== undefined && (
          <span className="flex items-center gap-1 text-dense whitespace-nowrap text-t2">{unit}</span>
        )}
      </div>
      {hint !== undefined && (
        <p
          id={`${id}-hint`}
          role={refusal === undefined ? undefined : 'alert'}
          className={cx(
            'text-caption text-err',
            hasFloatingHint
              ? 'absolute top-full right-0 z-20 mt-[3px] rounded-[4px] border border-line-2 bg-s2 px-[6px] py-[2px] whitespace-nowrap shadow-pop'
              : 'mt-1',
          )}
        >
          {hint}
        </p>
      )}
    </div>
  )
}
