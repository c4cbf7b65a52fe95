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
export const PRINT = [
  'M12 10a2 2 0 0 0-2 2c0 1.02-.1 2.51-.26 4',
  'M14 13.12c0 2.38 0 6.38-1 8.88',
  'M17.29 21.02c.12-.6.43-2.3.5-3.02',
  'M2 12a10 10 0 0 1 18-6',
  'M2 16h.01',
  'M21.8 16c.2-2 .131-5.354 0-6',
  'M5 19.5C5.5 18 6 15 6 12a6 6 0 0 1 .34-2',
  'M8.65 22c.21-.66.45-1.32.57-2',
  'M9 6.8a6 6 0 0 1 9 5.2v2',
] as const
export const KEY = [
  'M15.5 7.5 19 4l2 2-2 2',
  'm15.5 7.5-4.1 4.1',
  'M11.5 16.5a5 5 0 1 1-7-7 5 5 0 0 1 7 7',
] as const
export const PAGE = ['M14 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8z', 'M14 2v6h6'] as const
export const LETTER = ['M2 5h20v14H2z', 'm2 7 10 6 10-6'] as const
/** The two lapels of the mark; each is filled by its place in the stylesheet. */
export const MARK = ['M1.5 3.5h6.6l3.3 8.1v9.9z', 'M22.5 3.5h-6.6l-3.3 8.1v9.9z'] as const
