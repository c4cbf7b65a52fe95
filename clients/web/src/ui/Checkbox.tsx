/** Checkbox of 16, ink when on. It and its label are reached from all of the row around them. */
import { Check } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface CheckboxProps {
  readonly label: ReactNode
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly isDisabled?: boolean
  /** Id of a text that says more of it. */
  readonly describedBy?: string
}

export function Checkbox({ label, isChecked, onChange, isDisabled = false, describedBy }: CheckboxProps) {
  const id = useId()
  return (
    <span
      className={cx('inline-flex items-center gap-2 text-dense max-md:min-h-11', isDisabled && 'opacity-50')}
    >
      <Radix.Root
        id={id}
        checked={isChecked}
        disabled={isDisabled}
        {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
        onCheckedChange={(value) => onChange(value === true)}
        className={cx(
          'reach inline-flex size-4 shrink-0 items-center justify-center rounded-[4px] border-[1.5px]',
          isChecked ? 'border-ink bg-ink text-on-ink' : 'border-line-ctl',
        )}
      >
        <Radix.Indicator>
          <Check size={12} strokeWidth={2.2} />
        </Radix.Indicator>
      </Radix.Root>
      <label
        htmlFor={id}
        className={cx('reach cursor-pointer select-none', isChecked ? 'text-t1' : 'text-t2')}
      >
        {label}
      </label>
    </span>
  )
}
