/** The card as a file: downloaded, or handed to another program where the browser can do that. */
import { downloadBlob } from '../../shared/download.ts'

export const imageName = (market: string): string => `vest-${market}.png`

export async function imageFile(canvas: HTMLCanvasElement, market: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('The canvas gave no image')
  return new File([blob], imageName(market), { type: blob.type })
}

export const downloadFile = (file: File): void => downloadBlob(file.name, file)

/** Whether this browser hands pictures to other programs. */
export const canHandOver = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([], imageName(''), { type: 'image/png' })] })

/** False where it failed; closing the sheet of the system is no failure. */
export async function handOver(file: File, text: string): Promise<boolean> {
  try {
    await navigator.share({ files: [file], text })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
