/** The QR code of a text as an image, for print. */
import { downloadBlob } from '../../shared/download.ts'
import { qrCanvas } from './qrCanvas.ts'

export const downloadQr = (text: string, name: string): void =>
  qrCanvas(text)?.toBlob((blob) => {
    if (blob !== null) downloadBlob(name, blob)
  })
