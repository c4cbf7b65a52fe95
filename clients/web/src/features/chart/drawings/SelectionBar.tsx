/** What can be done with the drawing that is selected: another colour, an alert at its price, away with it. */
import { BellPlus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx, IconButton } from '../../../ui/index.ts'
import { DRAWING_COLOURS, isDrawing, type DrawingColour, type Shape } from './drawing.ts'
import { shapeName } from './shapeTexts.ts'

export interface SelectionBarProps {
  readonly shape: Shape
  readonly onColour: (colour: DrawingColour) => void
  readonly onAlert: (shape: Shape) => void
  readonly onDelete: (id: string) => void
}

const SWATCH: Readonly<Record<DrawingColour, string>> = {
  chalk: 'bg-chalk',
  info: 'bg-info',
  warn: 'bg-warn',
  t2: 'bg-t2',
}
const TARGET = 'max-lg:size-11'

export function SelectionBar({ shape, onColour, onAlert, onDelete }: SelectionBarProps) {
  const { t } = useTranslation()
  const name = shapeName(t, shape)
  return (
    <div
      role="group"
      aria-label={t('drawing.selected', { name })}
      className="absolute top-7 left-1/2 z-20 flex -translate-x-1/2 items-center gap-[2px] rounded-[8px] border border-line-2 bg-s2 p-1 shadow-pop peer-focus-within:sr-only"
    >
      <span className="px-2 text-dense font-medium whitespace-nowrap text-t1 max-md:sr-only">{name}</span>
      {isDrawing(shape) &&
        DRAWING_COLOURS.map((colour) => (
          <IconButton
            key={colour}
            label={t(`drawing.colour.${colour}`)}
            size={28}
            aria-pressed={shape.colour === colour}
            onClick={() => onColour(colour)}
            className={cx(TARGET, shape.colour === colour && 'bg-s4')}
          >
            <span className={cx('size-3 rounded-full', SWATCH[colour])} />
          </IconButton>
        ))}
      {shape.kind === 'horizontal' && (
        <IconButton label={t('alert.set')} size={28} onClick={() => onAlert(shape)} className={TARGET}>
          <BellPlus size={16} strokeWidth={1.5} />
        </IconButton>
      )}
      <IconButton
        label={t('drawing.delete', { name })}
        size={28}
        onClick={() => onDelete(shape.id)}
        className={TARGET}
      >
        <Trash2 size={16} strokeWidth={1.5} />
      </IconButton>
    </div>
  )
}
