/** The drawings and alerts of a market over its chart. Loads when a tool is chosen or when there is something to draw. */
import { useEffect, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../entities/preferences/index.ts'
import { priceAlerts } from '../../../entities/price-alert/index.ts'
import { useFrame, type Market } from '../../../live/index.ts'
import { showToast } from '../../../ui/index.ts'
import { cssColour, fontFamily } from '../chartColours.ts'
import { toTicks } from '../chartLines.ts'
import type { ChartView } from '../chartView.ts'
import { useSetAlert } from '../useSetAlert.ts'
import { isDrawing, type DrawingColour, type Shape } from './drawing.ts'
import { MEASURE_ID, type DrawingBoard } from './drawingBoard.ts'
import { DrawingList, rowId } from './DrawingList.tsx'
import { followDrawingPointer } from './drawingPointer.ts'
import { DrawingsPrimitive } from './drawingsPrimitive.ts'
import { DRAWINGS_MAX, type DrawingStore } from './drawingStore.ts'
import { chooseTool, keepTools, useDrawingTools } from './drawingTools.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { fibonacciTexts, measureLines, priceOfShape, shapeName } from './shapeTexts.ts'
import { useDrawingBoard } from './useDrawingBoard.ts'
import { DRAWINGS_HIDDEN } from './useToolActions.ts'

export interface DrawingLayerProps {
  readonly market: Market
  readonly view: ChartView
  /** Around the chart. */
  readonly area: RefObject<HTMLElement | null>
}

export function DrawingLayer({ market, view, area }: DrawingLayerProps) {
  const { t } = useTranslation()
  const onFull = (): void => void showToast({ tone: 'warn', title: t('drawing.full', { max: DRAWINGS_MAX }) })
  const { board, drawings } = useDrawingBoard(market, view, onFull)
  const words = { t, market }
  const setAlert = useSetAlert(market)
  const remove = useRemoval(board, drawings)
  usePainting(board, drawings, { market, view })
  useToolInHand(board)
  useEffect(() => {
    if (area.current === null) return
    const stop = followDrawingPointer({
      area: area.current,
      view,
      board,
      isDrawing: () => useDrawingTools.getState().tool !== undefined,
      onDelete: (id) => remove([id]),
    })
    useDrawingTools.setState({ hasBoard: true })
    return () => {
      useDrawingTools.setState({ hasBoard: false })
      stop()
    }
  }, [area, view, board, remove])

  const { selectedId, draft } = useFrame(board.state)
  const kept = useFrame(drawings)
  useFrame(priceAlerts())
  const isHidden = usePreferences((state) => state.chartHidden.includes(DRAWINGS_HIDDEN))
  const removeAll = useRef(() => undefined as void)
  removeAll.current = () => remove(drawings.latest().map(({ id }) => id))
  useEffect(() => {
    useDrawingTools.setState({ count: kept.length, removeAll: () => removeAll.current() })
    return () => useDrawingTools.setState({ count: 0, removeAll: () => undefined })
  }, [kept.length])

  const shapes = board.shown().filter(({ id }) => id !== draft?.id || id === MEASURE_ID)
  const selected = shapes.find(({ id }) => id === selectedId && id !== MEASURE_ID)
  const alertAt = (shape: Shape): void => setAlert(toTicks(shape.anchors[0]!.price, market))
  const recolour = (colour: DrawingColour): void => {
    keepTools({ colour })
    if (selected !== undefined && isDrawing(selected)) drawings.replace({ ...selected, colour })
  }
  return (
    <>
      <DrawingList
        shapes={shapes}
        words={words}
        measured={(shape) => {
          const scale = view.scale()
          return shape.kind === 'measure' && scale ? measureLines(words, shape, scale).join(', ') : undefined
        }}
        onSelect={board.select}
        onNudge={board.nudge}
        onAlert={alertAt}
        onDelete={(id) => remove([id])}
      />
      {selected !== undefined && !(isHidden && isDrawing(selected)) && (
        <SelectionBar
          shape={selected}
          onColour={recolour}
          onAlert={alertAt}
          onDelete={(id) => remove([id])}
        />
      )}
    </>
  )
}

/** Takes away drawings, alerts or the measure, and offers to bring back what was kept. */
function useRemoval(board: DrawingBoard, drawings: DrawingStore): (ids: readonly string[]) => void {
  const { t } = useTranslation()
  const latest = useRef(t)
  latest.current = t
  const made = useRef((ids: readonly string[]): void => {
    const words = latest.current
    if (ids.includes(MEASURE_ID)) board.escape()
    const gone = drawings.remove(ids)
    const silenced = priceAlerts().remove(ids)
    board.select(undefined)
    const one = gone[0] ?? (silenced.length > 0 ? { kind: 'alert' as const } : undefined)
    if (one === undefined) return
    showToast({
      key: 'drawings-removed',
      tone: 'info',
      title:
        gone.length > 1
          ? words('drawing.removedAll', { count: gone.length })
          : words('drawing.removed', { name: shapeName(words, one) }),
      action: {
        label: words('drawing.undo'),
        onClick: () => {
          drawings.add(...gone)
          for (const alert of silenced) priceAlerts().add(alert)
        },
      },
    })
  })
  return made.current
}

/** Paints the board, and again whenever something of it has changed. */
function usePainting(
  board: DrawingBoard,
  drawings: DrawingStore,
  { market, view }: Pick<DrawingLayerProps, 'market' | 'view'>,
): void {
  const { t } = useTranslation()
  useEffect(() => {
    const words = { t, market }
    const textsOf = (shape: Shape): readonly string[] => {
      if (shape.kind === 'fibonacci') return fibonacciTexts(market, shape).map(({ text }) => text)
      if (shape.kind === 'alert') return [priceOfShape(shape.anchors[0]!.price, market)]
      const scale = view.scale()
      return shape.kind === 'measure' && scale !== undefined ? measureLines(words, shape, scale) : []
    }
    const primitive = new DrawingsPrimitive({
      board,
      isDrawing: () => useDrawingTools.getState().tool !== undefined,
      resolve: cssColour,
      fontFamily: fontFamily(),
      textsOf,
      axisText: (price) => priceOfShape(price, market),
    })
    const detach = view.attach(primitive)
    const redraw = (): void => primitive.redraw()
    const stops = [
      board.state.subscribe(redraw),
      drawings.subscribe(redraw),
      priceAlerts().subscribe(redraw),
      usePreferences.subscribe(redraw),
    ]
    return () => {
      for (const stop of stops) stop()
      detach()
    }
  }, [board, drawings, market, view, t])
}

/** Another tool gives up what the last one began; one that was chosen by keyboard draws at once, and the focus follows. */
function useToolInHand(board: DrawingBoard): void {
  const tool = useDrawingTools((state) => state.tool)
  // The next chart is not begun with a pen in the hand.
  useEffect(() => () => chooseTool(undefined), [])
  useEffect(() => {
    board.abandon()
    if (tool === undefined || !useDrawingTools.getState().isByKeyboard) return
    chooseTool(undefined)
    const made = board.placeInMiddle(tool)
    // The list knows of it with the frame that paints it.
    if (made !== undefined)
      requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(rowId(made))?.focus()))
  }, [board, tool])
}
