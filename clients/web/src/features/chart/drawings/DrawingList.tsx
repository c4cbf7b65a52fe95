/**
 * Drawings and alerts for the keyboard, and for who does not see the chart: a list that shows itself when the focus is
 * in it. Arrow keys move a drawing, Enter says whether all of it moves or one end, Delete removes it.
 */
import { BellPlus, Trash2 } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { spoken } from '../../../shared/format/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { stepOf } from '../LineList.tsx'
import { toTicks } from '../chartLines.ts'
import { isLevel, type Shape } from './drawing.ts'
import { TOOLS_ID } from './drawingTools.ts'
import { shapeName, shapePlace, type ShapeWords } from './shapeTexts.ts'
import { handlesOf, type Part } from './shapeMoves.ts'

export interface DrawingListProps {
  readonly shapes: readonly Shape[]
  readonly words: ShapeWords
  /** What is measured, or undefined of what is no measure. */
  readonly measured: (shape: Shape) => string | undefined
  readonly onSelect: (id: string | undefined) => void
  readonly onNudge: (id: string, part: Part, by: { readonly bars: number; readonly price: number }) => void
  readonly onAlert: (shape: Shape) => void
  readonly onDelete: (id: string) => void
}

/** Of the row of a shape in the document. */
export const rowId = ({ id }: Pick<Shape, 'id'>): string => `drawing-${id}`

export function DrawingList(props: DrawingListProps) {
  const { t } = useTranslation()
  const { shapes } = props
  const [isInside, setIsInside] = useState(false)
  if (shapes.length === 0) return null
  return (
    <div
      // One stop of Tab for who passes by; inside of it every row and button is one.
      onFocus={() => setIsInside(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setIsInside(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      className="peer sr-only focus-within:not-sr-only focus-within:absolute focus-within:top-2 focus-within:left-2 focus-within:z-30 focus-within:max-h-1/2 focus-within:max-w-[calc(100%-80px)] focus-within:overflow-auto focus-within:rounded-[8px] focus-within:border focus-within:border-line-2 focus-within:bg-s2 focus-within:p-2 focus-within:shadow-pop"
    >
      <ul aria-label={t('drawing.list')}>
        {/* By place: where one was removed, the focus is on the next. */}
        {shapes.map((shape, index) => (
          <li key={index} className="flex items-center gap-1">
            <DrawingRow {...props} shape={shape} isStop={isInside || index === 0} isInside={isInside} />
          </li>
        ))}
      </ul>
      <p id="chart-drawing-help" className="px-2 pt-1 text-caption text-t3">
        {t('drawing.help')}
      </p>
    </div>
  )
}

interface DrawingRowProps extends DrawingListProps {
  readonly shape: Shape
  readonly isStop: boolean
  readonly isInside: boolean
}

function DrawingRow(props: DrawingRowProps) {
  const { shape, isStop, isInside, words, measured, onSelect, onAlert, onDelete } = props
  const { t } = useTranslation()
  const [end, setEnd] = useState<number>()
  const handles = isLevel(shape) ? [] : handlesOf(shape)
  const part: Part = (end === undefined ? undefined : handles[end]) ?? 'body'
  const name = shapeName(t, shape)
  const details = [
    shapePlace(words, shape),
    ...(measured(shape) === undefined ? [] : [measured(shape)!]),
    ...(part === 'body' ? [] : [t('drawing.end', { number: end! + 1 })]),
  ]
  const price = shape.anchors[0]!.price
  return (
    <>
      <div
        id={rowId(shape)}
        role="slider"
        tabIndex={isStop ? 0 : -1}
        aria-label={name}
        aria-describedby="chart-drawing-help"
        aria-valuemin={Math.min(0, price)}
        aria-valuemax={Math.max(0, 10 * price)}
        aria-valuenow={price}
        aria-valuetext={spoken(details.join(', '))}
        onFocus={() => onSelect(shape.id)}
        onBlur={() => setEnd(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setEnd(nextEnd(end, handles.length))
          else if (event.key === 'Delete' || event.key === 'Backspace') onDelete(shape.id)
          else if (event.key === 'Escape') leave(onSelect)
          else if (!nudge(event, props, part)) return
          event.preventDefault()
          event.stopPropagation()
        }}
        className="flex flex-1 gap-3 rounded-[4px] px-2 py-1 text-dense -outline-offset-2"
      >
        <span className="font-medium whitespace-nowrap">{name}</span>
        <span className="text-t2">{details.join(' · ')}</span>
      </div>
      {shape.kind === 'horizontal' && (
        <IconButton
          label={t('alert.set')}
          size={24}
          tabIndex={isInside ? 0 : -1}
          onClick={() => onAlert(shape)}
        >
          <BellPlus size={14} strokeWidth={1.5} />
        </IconButton>
      )}
      <IconButton
        label={t('drawing.delete', { name })}
        size={24}
        tabIndex={isInside ? 0 : -1}
        onClick={() => onDelete(shape.id)}
      >
        <Trash2 size={14} strokeWidth={1.5} />
      </IconButton>
    </>
  )
}

/** Back to the tools, or to nothing where they are folded. */
function leave(onSelect: DrawingListProps['onSelect']): void {
  const before = document.activeElement
  document.querySelector<HTMLElement>(`#${TOOLS_ID} [tabindex="0"]`)?.focus()
  if (document.activeElement === before && before instanceof HTMLElement) before.blur()
  onSelect(undefined)
}

/** All of it, then one end after the other, then all of it again. */
const nextEnd = (end: number | undefined, count: number): number | undefined => {
  const next = end === undefined ? 0 : end + 1
  return next < count ? next : undefined
}

/** Left and right by a bar, ten with Shift; up, down and pages by price, as the lines of orders. */
function nudge(
  event: KeyboardEvent,
  { onNudge, words, shape }: DrawingListProps & { readonly shape: Shape },
  part: Part,
): boolean {
  const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (direction !== undefined) {
    onNudge(shape.id, part, { bars: direction * (event.shiftKey ? 10 : 1), price: 0 })
    return true
  }
  const { market } = words
  const steps = stepOf(event, toTicks(Math.abs(shape.anchors[0]!.price), market))
  if (steps === 0) return false
  onNudge(shape.id, part, { bars: 0, price: steps / 10 ** market.priceDecimals })
  return true
}
