import { describe, expect, it, vi } from 'vitest'
import type { Candle } from '../candles.ts'
import { createDrawingBoard, MEASURE_ID } from './drawingBoard.ts'
import { isDrawing, type Drawing, type DrawingColour, type Shape, type Tool } from './drawing.ts'
import type { PaneScale } from './paneScale.ts'
import { MOUSE } from './shapeMoves.ts'

const MINUTE = 60_000
const candle = (n: number): Candle => ({
  timeMs: n * MINUTE,
  open: 100,
  high: 110,
  low: 90,
  close: 104,
  volume: 1,
})
/** A bar is 10 px wide, a dollar 1 px high. */
const SCALE: PaneScale = {
  candles: Array.from({ length: 50 }, (_, n) => candle(n)),
  intervalMs: MINUTE,
  size: { width: 600, height: 300 },
  firstX: 0,
  pitchPx: 10,
  yOf: (price) => 300 - price,
  priceOf: (y) => 300 - y,
  roundPrice: (price) => Math.round(price * 100) / 100,
}
const at = (x: number, y: number) => ({ x, y })
const anchor = (bar: number, price: number) => ({ timeMs: bar * MINUTE, price })

function table(kept: readonly Shape[] = [], lengthMax = 9) {
  let list = kept
  const hand: { tool: Tool | undefined; hasMagnet: boolean; colour: DrawingColour } = {
    tool: undefined,
    hasMagnet: false,
    colour: 'info',
  }
  const onFull = vi.fn()
  let ids = 0
  const board = createDrawingBoard({
    shapes: {
      list: () => list,
      add(drawing: Drawing) {
        if (list.length >= lengthMax) return false
        list = [...list, drawing]
        return true
      },
      replace: (shape) => (list = list.map((held) => (held.id === shape.id ? shape : held))),
    },
    scale: () => SCALE,
    hand: () => hand,
    putDown: () => (hand.tool = undefined),
    onFull,
    newId: () => `new${(ids += 1)}`,
    requestFrame: (paint) => paint(),
  })
  const press = (x: number, y: number): boolean => board.press(at(x, y), MOUSE)
  const lift = (x: number, y: number): void => board.lift(at(x, y))
  return {
    board,
    hand,
    onFull,
    press,
    lift,
    list: () => list,
    choose: (tool: Tool) => (hand.tool = tool),
    move: (x: number, y: number) => board.move(at(x, y)),
    click(x: number, y: number) {
      press(x, y)
      lift(x, y)
    },
    drag(from: readonly [number, number], to: readonly [number, number]) {
      press(...from)
      board.move(at(...to))
      lift(...to)
    },
  }
}

const TREND: Drawing = {
  id: 'trend',
  kind: 'trend',
  colour: 'chalk',
  anchors: [anchor(10, 100), anchor(20, 200)],
}

describe('placing', () => {
  it('by two clicks: the line follows the pointer in between, and ends selected with the tool laid down', () => {
    const { board, hand, list, choose, click, move } = table()
    choose('trend')
    click(100, 200)
    move(151, 150)
    expect(board.shown()).toMatchObject([{ kind: 'trend', anchors: [anchor(10, 100), anchor(15, 150)] }])
    expect(list()).toEqual([])
    click(202, 100)
    expect(list()).toEqual([{ ...TREND, id: 'new1', colour: 'info' }])
    expect(hand.tool).toBeUndefined()
    expect(board.state.latest()).toEqual({ selectedId: 'new1', draft: undefined, held: undefined })
  })

  it('by one drag', () => {
    const { list, choose, drag } = table()
    choose('rectangle')
    drag([100, 200], [200, 100])
    expect(list()).toMatchObject([{ kind: 'rectangle', anchors: TREND.anchors }])
  })

  it('what is level by one click, at the height where the pointer is let go', () => {
    const { list, choose, drag } = table()
    choose('horizontal')
    drag([100, 200], [100, 150])
    expect(list()).toMatchObject([{ kind: 'horizontal', anchors: [anchor(10, 150)] }])
  })

  it('two clicks on the same point draw nothing yet', () => {
    const { board, list, choose, click } = table()
    choose('ray')
    click(100, 200)
    click(100, 200)
    expect([list().length, board.shown().length]).toEqual([0, 1])
    click(200, 100)
    expect(list()).toMatchObject([{ kind: 'ray', anchors: TREND.anchors }])
  })

  it('the magnet takes both points to their candles', () => {
    const { hand, list, choose, drag } = table()
    hand.hasMagnet = true
    choose('fibonacci')
    drag([100, 187], [200, 211])
    expect(list()).toMatchObject([{ anchors: [anchor(10, 110), anchor(20, 90)] }])
  })

  it('Escape takes back what is under way, then the tool, then the choice, and then is not ours', () => {
    const { board, hand, choose, click, list } = table([TREND])
    choose('trend')
    click(300, 200)
    expect(board.escape()).toBe(true)
    expect([board.shown(), hand.tool]).toEqual([[TREND], 'trend'])
    expect(board.escape()).toBe(true)
    expect(hand.tool).toBeUndefined()
    board.select('trend')
    expect([board.escape(), board.state.latest().selectedId]).toEqual([true, undefined])
    expect([board.escape(), list()]).toEqual([false, [TREND]])
  })

  it('another tool begins anew', () => {
    const { board, choose, click, list } = table()
    choose('trend')
    click(100, 200)
    choose('ray')
    board.abandon()
    expect(board.shown()).toEqual([])
    click(300, 200)
    click(400, 100)
    expect(list()).toMatchObject([{ kind: 'ray', anchors: [anchor(30, 100), anchor(40, 200)] }])
  })

  it('where there are as many as there may be it says so and keeps none', () => {
    const { board, onFull, choose, drag, list } = table([TREND], 1)
    choose('trend')
    drag([300, 200], [400, 100])
    expect([list(), onFull.mock.calls.length, board.shown()]).toEqual([[TREND], 1, [TREND]])
  })

  it('without a pointer: across the middle of the view', () => {
    const { board, list } = table()
    const made = board.placeInMiddle('trend')
    expect(list()).toEqual([made])
    expect(made!.anchors).toEqual([anchor(18, 90), anchor(42, 210)])
    expect(board.state.latest().selectedId).toBe(made!.id)
  })
})

describe('a measure', () => {
  it('stands until the next press and is never kept', () => {
    const { board, hand, choose, drag, click, list } = table()
    choose('measure')
    drag([100, 200], [200, 100])
    expect([list(), hand.tool]).toEqual([[], undefined])
    expect(board.shown()).toMatchObject([{ id: MEASURE_ID, anchors: TREND.anchors }])
    board.abandon()
    expect(board.shown()).toHaveLength(1)
    click(400, 20)
    expect(board.shown()).toEqual([])
  })
})

describe('moving', () => {
  it('a press on a drawing takes it, one beside it is the chart’s and selects nothing', () => {
    const { board, press, lift } = table([TREND])
    expect(press(150, 150)).toBe(true)
    lift(150, 150)
    expect(board.state.latest().selectedId).toBe('trend')
    expect(press(400, 50)).toBe(false)
    expect(board.state.latest().selectedId).toBeUndefined()
  })

  it('a click moves nothing, not by a pixel', () => {
    const { drag, list } = table([TREND])
    drag([150, 150], [154, 147])
    expect(list()).toEqual([TREND])
  })

  it('the body goes by whole bars; nothing is kept before the hand lets go', () => {
    const { board, press, move, lift, list } = table([TREND])
    press(150, 150)
    move(183, 140)
    expect(list()).toEqual([TREND])
    const moved = { ...TREND, anchors: [anchor(13, 110), anchor(23, 210)] }
    expect(board.shown()).toEqual([moved])
    lift(183, 140)
    expect(list()).toEqual([moved])
  })

  it('a handle takes its end alone; Escape puts it back', () => {
    const { board, press, move, lift, click, list } = table([TREND])
    click(150, 150)
    press(200, 100)
    move(250, 50)
    expect(board.shown()[0]!.anchors).toEqual([anchor(10, 100), anchor(25, 250)])
    expect(board.escape()).toBe(true)
    lift(250, 50)
    expect(list()).toEqual([TREND])
    press(200, 100)
    move(250, 50)
    lift(250, 50)
    expect(list()[0]!.anchors).toEqual([anchor(10, 100), anchor(25, 250)])
  })

  it('by keyboard: the body, or one end', () => {
    const { board, list } = table([TREND])
    board.nudge('trend', 'body', { bars: -1, price: 0.01 })
    expect(list()[0]!.anchors).toEqual([anchor(9, 100.01), anchor(19, 200.01)])
    board.nudge('trend', { time: 1, price: 1 }, { bars: 2, price: 0 })
    expect(list()[0]!.anchors).toEqual([anchor(9, 100.01), anchor(21, 200.01)])
    expect(list().every(isDrawing)).toBe(true)
  })
})
