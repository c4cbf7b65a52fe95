/** The tools of drawing at the left edge of the chart, where there is room for them: one stop of Tab, arrows walk. */
import { Eye, EyeOff, Magnet, Trash2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx, IconButton, Tooltip } from '../../../ui/index.ts'
import { TOOLS } from './drawing.ts'
import { TOOLS_ID } from './drawingTools.ts'
import { ToolGlyph } from './toolGlyphs.tsx'
import { useToolActions } from './useToolActions.ts'

interface RailButton {
  readonly id: string
  readonly label: string
  readonly glyph: ReactNode
  readonly isPressed?: boolean
  /** Pressed as soon as its code has come. */
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** `isByKeyboard`: pressed without a pointer. */
  readonly onPress: (isByKeyboard: boolean) => void
}

/** `onNear`: a hand or the focus is at the tools; what they need can be fetched. */
export function DrawingRail({ onNear }: { readonly onNear: () => void }) {
  const { t } = useTranslation()
  const actions = useToolActions()
  const [stop, setStop] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const { tool, hasBoard, hasMagnet, isHidden, hasDrawings } = actions
  const list: readonly RailButton[] = [
    ...TOOLS.map((one): RailButton => ({
      id: one,
      label: t(`drawing.kind.${one}`),
      glyph: <ToolGlyph tool={one} />,
      isPressed: hasBoard && tool === one,
      isBusy: !hasBoard && tool === one,
      onPress: (isByKeyboard) => actions.choose(one, isByKeyboard),
    })),
    {
      id: 'magnet',
      label: t('drawing.magnet'),
      glyph: <Magnet size={16} strokeWidth={1.5} />,
      isPressed: hasMagnet,
      onPress: actions.toggleMagnet,
    },
    {
      id: 'hide',
      label: t('drawing.hideAll'),
      glyph: isHidden ? <EyeOff size={16} strokeWidth={1.5} /> : <Eye size={16} strokeWidth={1.5} />,
      isPressed: isHidden,
      onPress: actions.toggleHidden,
    },
    {
      id: 'remove',
      label: t('drawing.removeAll'),
      glyph: <Trash2 size={16} strokeWidth={1.5} />,
      isDisabled: !hasDrawings,
      onPress: actions.removeAll,
    },
  ]
  const walk = (event: KeyboardEvent): void => {
    const next = nextStop(event.key, stop, list.length)
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    buttons.current[next]?.focus()
  }
  return (
    <div
      id={TOOLS_ID}
      role="toolbar"
      aria-label={t('drawing.tools')}
      aria-orientation="vertical"
      onKeyDown={walk}
      onPointerEnter={onNear}
      onFocus={onNear}
      className="no-scrollbar flex w-10 shrink-0 flex-col items-center gap-[2px] overflow-y-auto border-r border-line bg-s1 py-[6px] max-lg:hidden"
    >
      {list.map(({ id, label, glyph, isPressed, isBusy = false, isDisabled = false, onPress }, index) => (
        <Tooltip key={id} content={label} side="right">
          <IconButton
            ref={(element) => {
              buttons.current[index] = element
            }}
            label={label}
            size={28}
            tabIndex={index === stop ? 0 : -1}
            aria-pressed={isPressed}
            aria-busy={isBusy || undefined}
            // Not taken out of the way of arrow keys and focus.
            aria-disabled={isDisabled || undefined}
            onFocus={() => setStop(index)}
            onClick={(event) => !isDisabled && onPress(event.detail === 0)}
            className={cx(
              '-outline-offset-2',
              (isPressed === true || isBusy) && 'bg-s4 text-t1',
              isBusy && 'opacity-80',
              isDisabled && 'opacity-42',
              id === 'magnet' && 'mt-[9px]',
            )}
          >
            {glyph}
          </IconButton>
        </Tooltip>
      ))}
    </div>
  )
}

function nextStop(key: string, stop: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (stop + 1) % count
    case 'ArrowUp':
      return (stop + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
