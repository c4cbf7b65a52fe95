/** A text as a QR code: black on a white plate in both themes, because that is what cameras read. */
import { create } from 'qrcode'

export interface QrCodeProps {
  readonly text: string
  readonly label: string
  /** Of the code without its plate, in pixels. */
  readonly size: number
}

export function QrCode({ text, label, size }: QrCodeProps) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const path: string[] = []
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) path.push(`M${column} ${row}h1v1h-1z`)
  return (
    <span className="inline-block rounded-[8px] bg-white p-[10px]">
      <svg
        role="img"
        aria-label={label}
        width={size}
        height={size}
        viewBox={`0 0 ${modules.size} ${modules.size}`}
        shapeRendering="crispEdges"
        fill="#000"
      >
        <path d={path.join('')} />
      </svg>
    </span>
  )
}
