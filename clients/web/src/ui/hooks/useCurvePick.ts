/**
 * The point of a curve that is looked at: the one under the pointer, or where the arrow keys have walked; without either
 * the last one.
 */
import { useState, type KeyboardEvent, type PointerEvent } from 'react'

export interface CurvePick {
  readonly index: number
  /** A pointer is on it. */
  readonly isPicked: boolean
  /** For the `svg` of the curve. */
  readonly handlers: {
    readonly onPointerMove: (event: PointerEvent<SVGSVGElement>) => void
    readonly onPointerDown: (event: PointerEvent<SVGSVGElement>) => void
    readonly onPointerLeave: () => void
    readonly onKeyDown: (event: KeyboardEvent) => void
    readonly onBlur: () => void
  }
}

/** `nearest`: the place in the curve of a distance from its left edge, pixels. */
export function useCurvePick(count: number, nearest: (x: number) => number): CurvePick {
  const [picked, setPicked] = useState<number>()
  const index = Math.min(picked ?? count - 1, count - 1)
  const pick = (event: PointerEvent<SVGSVGElement>): void =>
    setPicked(nearest(event.clientX - event.currentTarget.getBoundingClientRect().left))
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setPicked(Math.max(0, Math.min(count - 1, index + step)))
  }
  const leave = (): void => setPicked(undefined)
  return {
    index,
    isPicked: picked !== undefined,
    handlers: {
      onPointerMove: pick,
      onPointerDown: pick,
      onPointerLeave: leave,
      onKeyDown: walk,
      onBlur: leave,
    },
  }
}
