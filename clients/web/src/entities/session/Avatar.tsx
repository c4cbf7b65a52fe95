/** A 5 × 5 picture made of an address, of either network, mirrored, in fixed quiet colours. Decorative. */
const INK = ['#e8b27a', '#aabafb', '#7fb7a4'] as const

/** Cells of the picture: the index of a colour, or undefined for the ground. */
export function avatarCells(address: string): readonly (readonly [x: number, y: number, ink: string])[] {
  const isHex = address.startsWith('0x')
  const digits = isHex ? address.slice(2).toLowerCase() : address
  const cells: [number, number, string][] = []
  for (let y = 0; y < 5; y += 1)
    for (let x = 0; x < 3; x += 1) {
      const at = (y * 3 + x) * 2
      const digit = isHex ? Number.parseInt(digits[at] ?? '0', 16) : (digits.codePointAt(at) ?? 0)
      const ink = INK[digit % 4]
      if (ink === undefined) continue
      cells.push([x, y, ink])
      if (x < 2) cells.push([4 - x, y, ink])
    }
  return cells
}

export function Avatar({ address, size = 30 }: { readonly address: string; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 5 5"
      shapeRendering="crispEdges"
      aria-hidden="true"
      className="shrink-0 rounded-[6px]"
    >
      <rect width="5" height="5" fill="#39435f" />
      {avatarCells(address).map(([x, y, ink]) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="1" height="1" fill={ink} />
      ))}
    </svg>
  )
}
