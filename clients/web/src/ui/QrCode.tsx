/** A text as a QR code: dark on white in both themes, because that is what cameras read. */
import { encode } from 'uqr'
import { useMemo } from 'react'

export const QR_LIGHT = '#ffffff'
export const QR_DARK = '#141210'
/** Squares of the quiet zone on each side. */
const BORDER = 2

export interface QrSquares {
  /** Squares on a side, the quiet zone included. */
  readonly size: number
  /** The dark ones. */
  readonly squares: readonly { readonly x: number; readonly y: number }[]
}

export function qrSquares(text: string): QrSquares {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [{ x, y }] : [])))
  return { size, squares }
}

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, squares } = useMemo(() => qrSquares(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-[148px] shrink-0 rounded-[8px] border border-line"
    >
      <rect width={size} height={size} fill={QR_LIGHT} />
      <path d={squares.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')} fill={QR_DARK} />
    </svg>
  )
}
