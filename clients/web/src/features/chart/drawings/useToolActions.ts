/** The tools of drawing as their buttons have them, wherever those stand. */
import { usePreferences } from '../../../entities/preferences/index.ts'
import { chooseTool, keepTools, useDrawingTools } from './drawingTools.ts'
import type { Tool } from './drawing.ts'

/** The word for drawings among what the user has switched off on the chart. */
export const DRAWINGS_HIDDEN = 'drawings'

export function useToolActions() {
  const { tool, hasBoard, hasMagnet, count, removeAll } = useDrawingTools()
  const hidden = usePreferences((state) => state.chartHidden)
  const change = usePreferences((state) => state.change)
  const isHidden = hidden.includes(DRAWINGS_HIDDEN)
  const hide = (next: boolean): void =>
    change({
      chartHidden: [...hidden.filter((one) => one !== DRAWINGS_HIDDEN), ...(next ? [DRAWINGS_HIDDEN] : [])],
    })
  return {
    tool,
    hasBoard,
    hasMagnet,
    isHidden,
    hasDrawings: count > 0,
    choose(next: Tool, isByKeyboard: boolean): void {
      // What is drawn shall be seen.
      if (isHidden) hide(false)
      chooseTool(next, isByKeyboard)
    },
    toggleMagnet: () => keepTools({ hasMagnet: !hasMagnet }),
    toggleHidden: () => hide(!isHidden),
    removeAll,
  }
}
