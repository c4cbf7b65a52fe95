/** An element with attributes and children; text is text, never markup. */
type Child = Node | string | undefined

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

/** A drawing of strokes that says nothing by itself. */
export function icon(size: number, paths: readonly string[], box = 24): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  for (const [name, value] of Object.entries({
    width: String(size),
    height: String(size),
    viewBox: `0 0 ${box} ${box}`,
    'aria-hidden': 'true',
    class: 'icon',
  }))
    svg.setAttribute(name, value)
  for (const d of paths) {
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}

export const CLOSE = ['M18 6 6 18', 'm6 6 12 12'] as const
export const LOCK = ['M5 11h14v11H5z', 'M7 11V7a5 5 0 0 1 10 0v4'] as const
export const WARNING = [
  'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3',
  'M12 9v4',
  'M12 17h.01',
] as const
/** The two lapels of the mark; each is filled by its place in the stylesheet. */
export const MARK = ['M1.5 3.5h6.6l3.3 8.1v9.9z', 'M22.5 3.5h-6.6l-3.3 8.1v9.9z'] as const
