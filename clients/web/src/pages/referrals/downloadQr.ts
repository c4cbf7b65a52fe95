/** The QR code of a text as an image, for print. */
import { downloadBlob } from '../../shared/download.ts'
import { QR_DARK, QR_LIGHT, qrSquares } from '../../ui/QrCode.tsx'

const PIXELS = 8

export function downloadQr(text: string, name: string): void {
  const { size, squares } = qrSquares(text)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * PIXELS
  const context = canvas.getContext('2d')
  if (context === null) return
  context.scale(PIXELS, PIXELS)
  context.fillStyle = QR_LIGHT
  context.fillRect(0, 0, size, size)
  context.fillStyle = QR_DARK
  for (const { x, y } of squares) context.fillRect(x, y, 1, 1)
  canvas.toBlob((blob) => {
    if (blob !== null) downloadBlob(name, blob)
  })
}
