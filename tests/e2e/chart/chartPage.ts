/**
 * The chart as a hand uses it. What stands on a canvas has no name; where a price is, the chart's own menu says: it
 * is opened at two heights, and between them the scale is even.
 */
import { expect, type Locator, type Page } from '@playwright/test'

const TOOLBAR_PX = 36
const TIME_AXIS_PX = 24
const PRICE_AXIS_PX = 64
const DRAG_STEPS = 8
/** A new price scales the pane anew, and a new candle moves it to the left: so far is searched around a place. */
const SEARCH = { highPx: 60, stepPx: 3, leftPx: [0, -6, -12, 6, 12] } as const

export const chart = (page: Page): Locator => page.getByRole('region', { name: /^Price chart of / })
export const priceMenu = (page: Page): Locator => page.getByRole('menu', { name: 'Actions at a price' })
/** An order's line as the keyboard and a reader of the screen have it. */
export const orderLine = (page: Page, name: RegExp): Locator => page.getByRole('slider', { name })

export interface Pane {
  /** Of the middle, clear of the tags at the left. */
  readonly x: number
  /** A height, 0 at the top and 1 at the bottom. */
  y(share: number): number
}

/** Of the candles; without indicators below them. */
export async function paneOf(page: Page): Promise<Pane> {
  const box = (await chart(page).boundingBox())!
  const height = box.height - TOOLBAR_PX - TIME_AXIS_PX
  return { x: box.x + (box.width - PRICE_AXIS_PX) * 0.4, y: (share) => box.y + TOOLBAR_PX + height * share }
}

export async function openMenuAt(page: Page, share: number): Promise<string> {
  const pane = await paneOf(page)
  await page.mouse.click(pane.x, pane.y(share), { button: 'right' })
  const label = priceMenu(page).getByText(/^[\d,.]+$/)
  await expect(label).toBeVisible()
  return (await label.innerText()).replaceAll(',', '')
}

/** Escape, and the menu at a price before any timer: what was open gives the focus back when this menu has it. */
export async function closeAndOpenMenuAt(page: Page, share: number): Promise<void> {
  const pane = await paneOf(page)
  await page.evaluate(
    ({ x, y }) => {
      const told = { bubbles: true, cancelable: true }
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', ...told }))
      const at = { clientX: x, clientY: y, button: 2, ...told }
      document.elementFromPoint(x, y)!.dispatchEvent(new MouseEvent('contextmenu', at))
    },
    { x: pane.x, y: pane.y(share) },
  )
}

export async function priceAt(page: Page, share: number): Promise<string> {
  const price = await openMenuAt(page, share)
  await page.keyboard.press('Escape')
  await expect(priceMenu(page)).toBeHidden()
  return price
}

/** The height of a price as the scale is now. */
export async function heightOf(page: Page, price: number): Promise<number> {
  const pane = await paneOf(page)
  const [high, low] = [0.1, 0.9]
  const top = Number(await priceAt(page, high))
  const bottom = Number(await priceAt(page, low))
  return pane.y(high + ((top - price) / (top - bottom)) * (low - high))
}

export interface Spot {
  readonly x: number
  readonly y: number
}

/**
 * Moves the mouse around a place until the chart's cursor says that a thing can be taken there, as a hand does: what
 * was measured before may have moved since. Answers where it was found.
 */
export async function findByCursor(
  page: Page,
  near: Spot,
  cursor: 'pointer' | 'ns-resize' = 'pointer',
): Promise<Spot> {
  for (const left of SEARCH.leftPx)
    for (let away = 0; away <= SEARCH.highPx; away += SEARCH.stepPx)
      for (const up of away === 0 ? [0] : [-away, away]) {
        const spot = { x: near.x + left, y: near.y + up }
        await page.mouse.move(spot.x, spot.y)
        if ((await cursorAt(page, spot)) === cursor) return spot
      }
  throw new Error(`No place within ${SEARCH.highPx} px of ${near.x}, ${near.y} has the cursor ${cursor}`)
}

/** After two frames: the chart draws what the mouse is on, and the cursor with it. */
const cursorAt = (page: Page, spot: Spot): Promise<string> =>
  page.evaluate(async ({ x, y }) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done))
    const at = document.elementFromPoint(x, y)
    return at === null ? '' : getComputedStyle(at).cursor
  }, spot)

/** Takes the line that stands at a price with the mouse, and moves it to a height without letting go. */
export async function grabLine(page: Page, price: string, toShare: number): Promise<void> {
  const pane = await paneOf(page)
  await findByCursor(page, { x: pane.x, y: await heightOf(page, Number(price)) }, 'ns-resize')
  await page.mouse.down()
  await page.mouse.move(pane.x, pane.y(toShare), { steps: DRAG_STEPS })
}

/** What the line says of itself: first its price. */
export async function lineWords(line: Locator): Promise<readonly string[]> {
  return ((await line.getAttribute('aria-valuetext')) ?? '').split(', ')
}

export const linePrice = async (line: Locator): Promise<string> =>
  (await lineWords(line))[0]!.replaceAll(',', '')
