/**
 * What the trader has chosen to draw with. It is known to the buttons before any code of drawings is loaded; magnet
 * and colour are kept for the next visit.
 */
import { create } from 'zustand'
import { localStore } from '../../../shared/storage/index.ts'
import { isDrawingColour, type DrawingColour, type Tool } from './drawing.ts'

export interface DrawingTools {
  readonly tool: Tool | undefined
  /** There is something to draw on: before, a tool is chosen but not yet in the hand. */
  readonly hasBoard: boolean
  /** It was chosen without a pointer: what it draws is placed at once. */
  readonly isByKeyboard: boolean
  readonly hasMagnet: boolean
  readonly colour: DrawingColour
  /** How many drawings the market has, and how to remove them all. */
  readonly count: number
  readonly removeAll: () => void
}

/** Of their bar in the document. */
export const TOOLS_ID = 'drawing-tools'

const KEY = 'vest.drawingTools'

export const useDrawingTools = create<DrawingTools>()(() => ({
  tool: undefined,
  hasBoard: false,
  isByKeyboard: false,
  ...readTools(localStore.getItem(KEY)),
  count: 0,
  removeAll: () => undefined,
}))

/** The same tool once more lays it down. */
export function chooseTool(tool: Tool | undefined, isByKeyboard = false): void {
  useDrawingTools.setState((held) => ({ tool: held.tool === tool ? undefined : tool, isByKeyboard }))
}

export function keepTools(change: Partial<KeptTools>): void {
  useDrawingTools.setState(change)
  const { hasMagnet, colour } = useDrawingTools.getState()
  localStore.setItem(KEY, writeTools({ hasMagnet, colour }))
}

type KeptTools = Pick<DrawingTools, 'hasMagnet' | 'colour'>

export const writeTools = ({ hasMagnet, colour }: KeptTools): string =>
  hasMagnet ? `${colour} magnet` : colour

/** What is no word of ours is as if nothing had been kept. */
export function readTools(text: string | null): KeptTools {
  const [colour, magnet] = (text ?? '').split(' ')
  return { colour: isDrawingColour(colour) ? colour : 'chalk', hasMagnet: magnet === 'magnet' }
}
