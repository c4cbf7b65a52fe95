/** Switch of 32×18, ink when on. */
import { Switch as Radix } from 'radix-ui'
import type { CheckboxProps } from './Checkbox.tsx'
import { cx } from './cx.ts'

export function Switch({
  label,
  isChecked,
  onChange,
  isDisabled = false,
}: CheckboxProps & { readonly label: string }) {
  return (
    <Radix.Root
      aria-label={label}
      checked={isChecked}
      disabled={isDisabled}
      onCheckedChange={onChange}
      className={cx(
        'reach flex h-[18px] w-8 shrink-0 items-center rounded-full border p-[2px]',
        isChecked ? 'justify-end border-ink bg-ink' : 'border-line-ctl bg-s4',
        isDisabled && 'opacity-50',
      )}
    >
      <Radix.Thumb className={cx('block size-3 rounded-full', isChecked ? 'bg-on-ink' : 'bg-t2')} />
    </Radix.Root>
  )
}
