/**
 * The tape as a control: 0 to 100, a tick each 5 and a long one each 25, labels that are buttons. Arrow keys
 * move by one, Page by ten, Home and End to the ends.
 */
import { Slider as Radix } from 'radix-ui'
import { cx } from './cx.ts'

export interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly onChange: (value: number) => void
  readonly isDisabled?: boolean
  /** Labelled stops; each is a button that sets its value. */
  readonly stops: readonly { readonly value: number; readonly label: string }[]
  readonly tickCount?: number
  readonly valueText?: string
  /** The value was chosen here and is kept; without it the knob is hollow, as it only follows something else. */
  readonly isKept?: boolean
}

export function Slider({
  label,
  value,
  min = 0,
  max = 100,
  step = 1,
  onChange,
  isDisabled = false,
  stops,
  tickCount = 21,
  valueText,
  isKept = false,
}: SliderProps) {
  const share = (at: number): number => (max === min ? 0 : ((at - min) / (max - min)) * 100)
  return (
    <div className={cx('relative', isDisabled && 'opacity-50')}>
      <Radix.Root
        className="relative flex h-[17px] touch-none items-center select-none max-md:h-11"
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={isDisabled}
        onValueChange={([next]) => next !== undefined && onChange(next)}
      >
        <Radix.Track className="relative mx-[6px] h-[3px] grow rounded-full bg-s4">
          <Radix.Range className="absolute h-full rounded-full bg-t1" />
          {stops.map((stop) => (
            <span
              key={stop.value}
              className={cx(
                'absolute top-1/2 size-[5px] -translate-x-1/2 -translate-y-1/2 rounded-full ring-1 ring-s2',
                stop.value <= value ? 'bg-t1' : 'bg-s4',
              )}
              style={{ left: `${share(stop.value)}%` }}
            />
          ))}
        </Radix.Track>
        <Radix.Thumb
          aria-label={label}
          aria-valuetext={valueText}
          data-kept={isKept || undefined}
          className="block size-[14px] rounded-full border-2 border-t1 bg-s2 data-kept:bg-t1 after:absolute after:-inset-[15px] max-md:after:block md:after:hidden"
        />
      </Radix.Root>
      <div className="px-[6px]">
        <svg className="-mt-[3px] block h-[7px] w-full overflow-visible max-md:-mt-[14px]" aria-hidden="true">
          {Array.from({ length: tickCount }, (_, index) => (
            <Tick key={index} at={(index / (tickCount - 1)) * 100} />
          ))}
          {stops.map((stop) => (
            <Tick key={stop.value} at={share(stop.value)} isLong />
          ))}
        </svg>
      </div>
      <div className="relative mt-[2px] h-4 text-caption">
        {stops.map((stop, index) => (
          <button
            key={stop.value}
            type="button"
            tabIndex={-1}
            disabled={isDisabled}
            onClick={() => onChange(stop.value)}
            className={cx(
              'absolute whitespace-nowrap hover:text-t1 max-md:-top-2 max-md:h-8',
              stop.value === value ? 'text-t1' : 'text-t3',
              index === 0 ? 'left-0' : index === stops.length - 1 ? 'right-0' : '-translate-x-1/2',
            )}
            style={index === 0 || index === stops.length - 1 ? undefined : { left: `${share(stop.value)}%` }}
          >
            {stop.label}
          </button>
        ))}
      </div>
    </div>
  )
}

const Tick = ({ at, isLong = false }: { readonly at: number; readonly isLong?: boolean }) => (
  <line x1={`${at}%`} x2={`${at}%`} y1={isLong ? 0 : 1.5} y2={isLong ? 7 : 5.5} stroke="var(--line-2)" />
)
