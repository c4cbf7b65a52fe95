/** The QR code of a text as pixels, for a file and for a post; undefined where the browser gives no canvas. */
import { QR_DARK, QR_LIGHT, qrSquares } from '../../ui/QrCode.tsx'

const PIXELS = 8

export function qrCanvas(text: string): HTMLCanvasElement | undefined {
  const { size, squares } = qrSquares(text)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * PIXELS
  const context = canvas.getContext('2d')
  if (context === null) return undefined
  context.scale(PIXELS, PIXELS)
  context.fillStyle = QR_LIGHT
  context.fillRect(0, 0, size, size)
  context.fillStyle = QR_DARK
  for (const { x, y } of squares) context.fillRect(x, y, 1, 1)
  return canvas
}
