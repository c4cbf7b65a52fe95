/** Tab bar with a chalk underline on its lower edge and optional counts; roving focus by Radix. */
import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { useOverflowCue } from './hooks/useOverflowCue.ts'

export interface TabItem<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  readonly count?: number | undefined
}

export interface TabBarProps<Value extends string> {
  readonly label: string
  readonly items: readonly TabItem<Value>[]
  readonly value: Value
  /** What stands at the right end of the bar. */
  readonly end?: ReactNode
  readonly className?: string
  readonly tabClassName?: string
  /** False where the tabs switch something that is no {@link TabPanel}: then there is nothing to point at. */
  readonly hasPanels?: boolean
}

/** Goes inside a {@link Tabs}; panels are {@link TabPanel}. */
export function TabBar<Value extends string>({
  label,
  items,
  value,
  end,
  className,
  tabClassName,
  hasPanels = true,
}: TabBarProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const cue = useOverflowCue<HTMLDivElement>()
  // Where the bar is wider than the screen, the chosen tab is brought into view.
  useEffect(() => {
    const bar = list.current
    const tab = bar?.querySelector('[data-state="active"]')
    if (!bar || !tab) return
    const [seen, wanted] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (wanted.left < seen.left) bar.scrollLeft += wanted.left - seen.left
    else if (wanted.right > seen.right) bar.scrollLeft += wanted.right - seen.right
  }, [value])
  return (
    <div className={cx('flex shrink-0 items-stretch border-b border-line', className ?? 'h-10 px-[6px]')}>
      <Radix.List
        ref={(element) => {
          list.current = element
          return cue(element)
        }}
        aria-label={label}
        className="no-scrollbar relative flex min-w-0 items-stretch overflow-x-auto"
      >
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            {...(hasPanels ? {} : { 'aria-controls': undefined })}
            className={cx(
              'relative flex items-center gap-[6px] px-[10px] text-body font-medium whitespace-nowrap text-t2 -outline-offset-[6px] hover:text-t1 data-[state=active]:text-t1',
              'data-[state=active]:after:absolute data-[state=active]:after:inset-x-[10px] data-[state=active]:after:bottom-0 data-[state=active]:after:h-[2px] data-[state=active]:after:bg-chalk',
              tabClassName,
            )}
          >
            {item.label}
            {item.count !== undefined && (
              <span
                className={cx(
                  'min-w-[18px] rounded-[4px] px-[5px] text-center text-[11px] leading-4',
                  item.value === value ? 'bg-chalk-tint text-chalk' : 'bg-s3 text-t2',
                )}
              >
                {item.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <span className="flex-1" />
      {end}
    </div>
  )
}

export interface TabsProps<Value extends string> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly children: ReactNode
  readonly className?: string
}

export function Tabs<Value extends string>({ value, onChange, children, className }: TabsProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)} className={className}>
      {children}
    </Radix.Root>
  )
}

export function TabPanel({
  value,
  children,
  className,
  isKept = false,
}: {
  readonly value: string
  readonly children: ReactNode
  readonly className?: string
  /** Stays mounted behind the other panels, with what was typed into it. */
  readonly isKept?: boolean
}) {
  return (
    <Radix.Content
      value={value}
      tabIndex={-1}
      {...(isKept ? { forceMount: true as const } : {})}
      className={cx('outline-none data-[state=inactive]:hidden', className)}
    >
      {children}
    </Radix.Content>
  )
}
