/** A row of exclusive choices: arrow keys move, the active one is raised. */
import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface SegmentedOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Classes of the active segment where it carries a side's colour. */
  readonly activeClassName?: string
}

export interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly SegmentedOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly size?: 'sm' | 'md'
  readonly className?: string
}

export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  size = 'sm',
  className,
}: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={cx('flex gap-[2px] rounded-[6px] bg-s3 p-[2px]', className)}
    >
      {options.map((option) => {
        const isActive = option.value === value
        return (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            className={cx(
              'flex flex-1 items-center justify-center rounded-[4px] whitespace-nowrap',
              size === 'sm'
                ? 'h-7 px-[10px] text-dense font-medium max-md:h-10'
                : 'h-9 px-3 text-body font-semibold max-md:h-10',
              isActive
                ? (option.activeClassName ??
                    "bg-s4 text-t1 [[data-theme='light']_&]:bg-s2 [[data-theme='light']_&]:shadow-[0_0_0_1px_var(--line-2)]")
                : 'text-t2 hover:text-t1',
            )}
          >
            {option.label}
          </RadioGroup.Item>
        )
      })}
    </RadioGroup.Root>
  )
}
