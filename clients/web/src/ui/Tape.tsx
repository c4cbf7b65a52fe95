/**
 * The signature graphic: a value as a position on a ruler. One API for every use: `segments` are coloured
 * stretches, `ticks` thresholds, `marks` values (a bar, or a dot for the live one). Labels that would come
 * closer than 12 px are pushed apart, then the less urgent is dropped. Always paired with figures in text;
 * `label` is the sentence a screen reader hears. Positions are geometry, so plain numbers.
 */
import { layOutLabels } from './tapeLayout.ts'
import { useElementWidth } from './hooks/useElementWidth.ts'

export interface TapeSegment {
  readonly from: number
  readonly to: number
  /** CSS colour, always a token. */
  readonly colour: string
}
export interface TapeMark {
  readonly at: number
  readonly colour: string
  readonly shape: 'bar' | 'dot'
  readonly label?: string
  /** Below the label. */
  readonly figure?: string
  /** Lower = kept longer when labels do not fit. */
  readonly urgency?: number
}
export interface TapeProps {
  readonly min: number
  readonly max: number
  readonly segments?: readonly TapeSegment[]
  readonly ticks?: readonly number[]
  readonly marks?: readonly TapeMark[]
  readonly label: string
  /** Surface behind, for the ring around the dot. */
  readonly surface?: string
}

const TRACK_TOP = 10
const TRACK_HEIGHT = 4

export function Tape({
  min,
  max,
  segments = [],
  ticks = [],
  marks = [],
  label,
  surface = 'var(--s1)',
}: TapeProps) {
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const x = (at: number): number =>
    max === min ? 0 : Math.min(1, Math.max(0, (at - min) / (max - min))) * width
  const labels = layOutLabels(
    marks.flatMap((mark) =>
      mark.label === undefined
        ? []
        : [{ at: x(mark.at), text: mark.label, figure: mark.figure, urgency: mark.urgency ?? 9 }],
    ),
    width,
  )
  const hasLabels = marks.some((mark) => mark.label !== undefined)
  const hasFigures = marks.some((mark) => mark.figure !== undefined)
  return (
    <div ref={ref}>
      <svg
        role="img"
        aria-label={label}
        width="100%"
        height={hasFigures ? 50 : hasLabels ? 34 : 22}
        className="block overflow-visible"
      >
        <rect x={0} y={TRACK_TOP} width={width} height={TRACK_HEIGHT} rx={2} fill="var(--s4)" />
        {segments.map((segment) => (
          <rect
            key={`${segment.from}-${segment.colour}`}
            x={x(Math.min(segment.from, segment.to))}
            y={TRACK_TOP}
            width={Math.abs(x(segment.to) - x(segment.from))}
            height={TRACK_HEIGHT}
            fill={segment.colour}
          />
        ))}
        {ticks.map((tick) => (
          <path key={tick} d={`M${x(tick)} ${TRACK_TOP - 2}v8`} stroke="var(--line-ctl)" />
        ))}
        {marks.map((mark) =>
          mark.shape === 'bar' ? (
            <path
              key={`${mark.at}-${mark.colour}`}
              d={`M${x(mark.at)} ${TRACK_TOP - 5}v14`}
              stroke={mark.colour}
              strokeWidth={2}
              strokeLinecap="round"
            />
          ) : (
            <circle
              key={`${mark.at}-dot`}
              cx={x(mark.at)}
              cy={TRACK_TOP + 2}
              r={4}
              fill={mark.colour}
              stroke={surface}
              strokeWidth={2}
            />
          ),
        )}
        {labels.map((item) => (
          <text
            key={item.text}
            x={item.x}
            y={32}
            fontSize={11}
            fontWeight={500}
            fill="var(--t2)"
            textAnchor={item.anchor}
          >
            {item.text}
            {item.figure !== undefined && (
              <tspan x={item.x} dy={16} fill="var(--t1)">
                {item.figure}
              </tspan>
            )}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** 44 px distance to liquidation, 0 to 30 %. */
export function MicroTape({ share, colour }: { readonly share: number; readonly colour: string }) {
  const width = Math.min(1, Math.max(0, share)) * 44
  return (
    <svg width={44} height={6} viewBox="0 0 44 6" aria-hidden="true" className="shrink-0">
      <rect y={2} width={44} height={2} rx={1} fill="var(--s4)" />
      <rect y={2} width={width} height={2} rx={1} fill={colour} />
    </svg>
  )
}

/** Account health 0 to 100 with ticks at the two thresholds. */
export function Meter({
  share,
  colour,
  ticks = [],
  label,
}: {
  readonly share: number
  readonly colour: string
  readonly ticks?: readonly number[]
  readonly label: string
}) {
  return (
    <svg role="img" aria-label={label} width="100%" height={12} className="block overflow-visible">
      <rect y={4} width="100%" height={4} rx={2} fill="var(--s4)" />
      <rect y={4} width={`${Math.min(1, Math.max(0, share)) * 100}%`} height={4} rx={2} fill={colour} />
      {ticks.map((tick) => (
        <line
          key={tick}
          x1={`${tick * 100}%`}
          x2={`${tick * 100}%`}
          y1={2}
          y2={10}
          stroke="var(--line-ctl)"
        />
      ))}
    </svg>
  )
}
