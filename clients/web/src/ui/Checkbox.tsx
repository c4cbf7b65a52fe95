/** Checkbox 16 and switch 32×18, both ink when on. The row around a checkbox is its hit area. */
import { Check } from 'lucide-react'
import { Checkbox as Radix, Switch as RadixSwitch } from 'radix-ui'
import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface CheckboxProps {
  readonly label: ReactNode
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly isDisabled?: boolean
}

export function Checkbox({ label, isChecked, onChange, isDisabled = false }: CheckboxProps) {
  const id = useId()
  return (
    <span
      className={cx('inline-flex items-center gap-2 text-dense max-md:min-h-11', isDisabled && 'opacity-50')}
    >
      <Radix.Root
        id={id}
        checked={isChecked}
        disabled={isDisabled}
        onCheckedChange={(value) => onChange(value === true)}
        className={cx(
          'inline-flex size-4 shrink-0 items-center justify-center rounded-[4px] border-[1.5px]',
          isChecked ? 'border-ink bg-ink text-on-ink' : 'border-line-ctl',
        )}
      >
        <Radix.Indicator>
          <Check size={12} strokeWidth={2.2} />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className={cx('cursor-pointer select-none', isChecked ? 'text-t1' : 'text-t2')}>
        {label}
      </label>
    </span>
  )
}

export function Switch({
  label,
  isChecked,
  onChange,
  isDisabled = false,
}: CheckboxProps & { readonly label: string }) {
  return (
    <RadixSwitch.Root
      aria-label={label}
      checked={isChecked}
      disabled={isDisabled}
      onCheckedChange={onChange}
      className={cx(
        'flex h-[18px] w-8 shrink-0 items-center rounded-full border p-[2px]',
        isChecked ? 'justify-end border-ink bg-ink' : 'border-line-ctl bg-s4',
        isDisabled && 'opacity-50',
      )}
    >
      <RadixSwitch.Thumb className={cx('block size-3 rounded-full', isChecked ? 'bg-on-ink' : 'bg-t2')} />
    </RadixSwitch.Root>
  )
}
