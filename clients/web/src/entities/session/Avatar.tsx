/** A 5 × 5 picture made of the bytes of an address, mirrored, in fixed quiet colours. Decorative. */
const INK = ['#e8b27a', '#aabafb', '#7fb7a4'] as const

/** Cells of the picture: the index of a colour, or undefined for the ground. */
export function avatarCells(address: string): readonly (readonly [x: number, y: number, ink: string])[] {
  const digits = address.replace(/^0x/, '').toLowerCase()
  const cells: [number, number, string][] = []
  for (let y = 0; y < 5; y += 1)
    for (let x = 0; x < 3; x += 1) {
      const digit = Number.parseInt(digits[(y * 3 + x) * 2] ?? '0', 16)
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
