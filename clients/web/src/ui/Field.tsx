/**
 * Fields: label left, value right, unit after. A numeric field takes only what the rules of numeric input
 * allow, keeps raw digits while it has the focus, groups them when it is left, selects all on focus and
 * does not listen to the wheel. An error shows as ring and hint, tied by `aria-describedby`.
 */
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react'
import { cx } from './cx.ts'

export type FieldSize = 'md' | 'pair' | 'amount'

const HEIGHT: Record<FieldSize, string> = { md: 'h-11 max-md:h-12', pair: 'h-9 max-md:h-11', amount: 'h-16' }

interface FieldFrameProps {
  readonly label?: ReactNode
  readonly unit?: ReactNode
  readonly size?: FieldSize
  readonly error?: string | undefined
  /** Ring without a text of its own: the button below says the reason. */
  readonly isInvalid?: boolean
  readonly isDisabled?: boolean
  readonly className?: string
}

export interface NumberFieldProps extends FieldFrameProps {
  readonly value: string
  /** What an edit may leave in the field; undefined refuses the edit. */
  readonly accept: (text: string) => string | undefined
  /** How the value looks without focus. */
  readonly display: (text: string) => string
  readonly onChange: (value: string) => void
  readonly name: string
  readonly placeholder?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly valueClassName?: string
  readonly ariaLabel?: string
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
  accept,
  display,
  onChange,
  name,
  placeholder,
  ref,
  valueClassName,
  ariaLabel,
}: NumberFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const invalid = isInvalid || error !== undefined
  useImperativeHandle(ref, () => input.current!, [])
  // Once the raw digits are back and before the next key, so that what is typed replaces all of them.
  useLayoutEffect(() => {
    if (hasFocus) input.current?.select()
  }, [hasFocus])
  return (
    <div className={className}>
      <div
        className={cx('field-shell flex items-center gap-2 px-3', HEIGHT[size])}
        data-invalid={invalid || undefined}
        data-disabled={isDisabled || undefined}
      >
        {label !== undefined && (
          <label htmlFor={id} className="text-dense whitespace-nowrap text-t2">
            {label}
          </label>
        )}
        <input
          id={id}
          ref={input}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          disabled={isDisabled}
          placeholder={placeholder}
          aria-label={label === undefined ? ariaLabel : undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          value={hasFocus ? value : display(value)}
          onFocus={() => setHasFocus(true)}
          // A press places the caret after the focus has come: select again once that is done.
          onPointerDown={() => {
            if (!hasFocus) requestAnimationFrame(() => input.current?.select())
          }}
          onBlur={() => setHasFocus(false)}
          onChange={(event) => {
            const next = accept(event.currentTarget.value)
            if (next !== undefined) onChange(next)
          }}
          className={cx(
            'h-full min-w-0 flex-1 bg-transparent text-right font-medium outline-none',
            size === 'amount' ? 'text-amount font-semibold' : 'text-nav',
            valueClassName,
          )}
        />
        {unit !== undefined && (
          <span className="flex items-center gap-1 text-dense whitespace-nowrap text-t2">{unit}</span>
        )}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-caption text-err">
          {error}
        </p>
      )}
    </div>
  )
}

export interface TextFieldProps
  extends FieldFrameProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'className' | 'onChange'> {
  readonly icon?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** How the value looks without focus, where all of it would not fit. */
  readonly display?: (text: string) => string
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
        className={cx('field-shell flex items-center gap-2 px-3', HEIGHT[size])}
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
        <p id={`${id}-error`} className="mt-1 text-caption text-err">
          {error}
        </p>
      )}
    </div>
  )
}
