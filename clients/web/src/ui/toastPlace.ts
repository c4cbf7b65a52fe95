/**
 * Where the toasts of a page stand: at the lower left of their lane, and where a control stands there, at the first place
 * to the right or above that has none. Pure geometry in px of the window.
 */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Lane {
  /** The part of the window that they may stand in. */
  readonly within: Box
  readonly width: number
  readonly height: number
}

/** A place is looked for in steps of these. */
const [STEP_X, STEP_Y] = [40, 44]
/** Between a toast and what it must leave free. */
const CLEAR_PX = 4

const meets = (one: Box, other: Box): boolean =>
  one.left < other.right + CLEAR_PX &&
  other.left - CLEAR_PX < one.right &&
  one.top < other.bottom + CLEAR_PX &&
  other.top - CLEAR_PX < one.bottom

/** Undefined where there is no place without a control. */
export function toastPlace({ within, width, height }: Lane, controls: readonly Box[]): Box | undefined {
  for (let bottom = within.bottom; bottom - height >= within.top; bottom -= STEP_Y)
    for (let left = within.left; left + width <= within.right; left += STEP_X) {
      const box = { left, top: bottom - height, right: left + width, bottom }
      if (!controls.some((control) => meets(box, control))) return box
    }
  return undefined
}
