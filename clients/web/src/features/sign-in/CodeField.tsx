/** Six cells over one field, so that a reader hears one thing and a paste fills all; blanks in what is pasted are no mistake. */
import { useId, useRef } from 'react'
import { cx } from '../../ui/index.ts'

export const CODE_DIGITS = 6

export interface CodeFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (digits: string) => void
  /** What is said under the cells when the code was wrong. */
  readonly error?: string | undefined
  readonly isDisabled?: boolean
}

export const readDigits = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_DIGITS)

export function CodeField({ label, value, onChange, error, isDisabled = false }: CodeFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const isWrong = error !== undefined
  return (
    <div className="group relative">
      <div aria-hidden="true" className="flex gap-2">
        {Array.from({ length: CODE_DIGITS }, (_, at) => (
          <span
            key={at}
            className={cx(
              'flex h-14 flex-1 items-center justify-center rounded-[6px] border bg-s3 text-[22px] font-semibold',
              isWrong
                ? 'border-err ring-1 ring-err'
                : at === Math.min(value.length, CODE_DIGITS - 1)
                  ? 'border-line-2 group-focus-within:border-chalk group-focus-within:ring-1 group-focus-within:ring-chalk'
                  : 'border-line-2',
            )}
          >
            {value[at] ?? ''}
          </span>
        ))}
      </div>
      <input
        ref={field}
        id={id}
        name="code"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        disabled={isDisabled}
        value={value}
        onChange={(event) => {
          const text = event.currentTarget.value
          // The digits of a wrong code stand until the next key, which begins anew.
          onChange(readDigits(isWrong && text.length > CODE_DIGITS ? text.slice(-1) : text))
        }}
        className="absolute inset-0 size-full cursor-text bg-transparent text-transparent caret-transparent outline-none"
      />
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-dense text-err">
          {error}
        </p>
      )}
    </div>
  )
}
