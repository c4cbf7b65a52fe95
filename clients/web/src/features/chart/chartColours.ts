/** Tokens of the theme as colours that a canvas understands, read when something is drawn. */

/** Names of CSS variables, resolved when drawn, so that a change of theme recolours everything. */
export type ColourToken =
  | '--s1'
  | '--s2'
  | '--line'
  | '--line-2'
  | '--t1'
  | '--t2'
  | '--t3'
  | '--ink'
  | '--on-ink'
  | '--chalk'
  | '--warn'
  | '--info'
  | '--up'
  | '--down'

export const cssColour = (token: ColourToken): string =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim()

export const fontFamily = (): string => getComputedStyle(document.body).fontFamily

/** A token (always #rrggbb) with an alpha. */
export function withAlpha(token: ColourToken, alpha: number): string {
  const hex = cssColour(token)
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`
}

/** Calls back whenever theme or palette change: both are attributes of the root element. */
export function onRecolour(redraw: () => void): () => void {
  const observer = new MutationObserver(redraw)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-updown'],
  })
  return () => observer.disconnect()
}
