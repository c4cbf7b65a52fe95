/** A link as a QR code: dark on light in both themes, for cameras; as an image for whoever prints it. */
import { encode } from 'uqr'
import { useMemo } from 'react'
import { downloadBlob } from '../../shared/download.ts'

const BORDER = 2

/** The dark squares, one by one. */
function qrSquares(text: string) {
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
      <rect width={size} height={size} fill="#ffffff" />
      <path d={squares.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join('')} fill="#141210" />
    </svg>
  )
}

const PIXELS = 8

export function downloadQr(text: string, name: string): void {
  const { size, squares } = qrSquares(text)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * PIXELS
  const context = canvas.getContext('2d')
  if (context === null) return
  context.scale(PIXELS, PIXELS)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size, size)
  context.fillStyle = '#141210'
  for (const { x, y } of squares) context.fillRect(x, y, 1, 1)
  canvas.toBlob((blob) => {
    if (blob !== null) downloadBlob(name, blob)
  })
}
