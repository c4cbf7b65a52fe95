/**
 * Where the labels of a tape go: at their mark, pushed apart outward when closer than 12 px, and when the
 * ruler is too short the least urgent label is dropped and the rest laid out again.
 */
export interface TapeLabel {
  readonly at: number
  readonly text: string
  /** In a line of its own below the text. */
  readonly figure?: string | undefined
  /** Lower = more urgent. */
  readonly urgency: number
}
export interface PlacedLabel {
  readonly text: string
  readonly figure?: string
  readonly x: number
  readonly anchor: 'start' | 'middle' | 'end'
}

const GAP = 12
/** Width of a figure at 11 px; labels are short, so an average is enough. */
const GLYPH = 6.1

export function layOutLabels(labels: readonly TapeLabel[], width: number): readonly PlacedLabel[] {
  if (width <= 0) return []
  let kept = [...labels].sort((a, b) => a.at - b.at)
  for (;;) {
    const placed = place(kept, width)
    if (placed !== undefined) return placed
    const drop = kept.reduce((worst, label) => (label.urgency > worst.urgency ? label : worst))
    kept = kept.filter((label) => label !== drop)
  }
}

function place(labels: readonly TapeLabel[], width: number): readonly PlacedLabel[] | undefined {
  const sizes = labels.map(({ text, figure = '' }) => Math.max(text.length, figure.length) * GLYPH)
  const total = sizes.reduce((sum, size) => sum + size, 0) + GAP * Math.max(0, labels.length - 1)
  if (total > width && labels.length > 1) return undefined
  const left = labels.map((label, index) =>
    Math.min(Math.max(0, label.at - sizes[index]! / 2), width - sizes[index]!),
  )
  for (let index = 1; index < left.length; index += 1)
    left[index] = Math.max(left[index]!, left[index - 1]! + sizes[index - 1]! + GAP)
  for (let index = left.length - 1; index >= 0; index -= 1) {
    const limit = index === left.length - 1 ? width : left[index + 1]! - GAP
    left[index] = Math.max(0, Math.min(left[index]!, limit - sizes[index]!))
  }
  return labels.map((label, index) => {
    const start = left[index]!
    const words = { text: label.text, ...(label.figure === undefined ? {} : { figure: label.figure }) }
    if (start <= 0) return { ...words, x: 0, anchor: 'start' as const }
    if (start + sizes[index]! >= width - 0.5) return { ...words, x: width, anchor: 'end' as const }
    return { ...words, x: start + sizes[index]! / 2, anchor: 'middle' as const }
  })
}
