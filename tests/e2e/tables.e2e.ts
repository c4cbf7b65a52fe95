/**
 * Every table of the product behaves alike, shown on the markets: skeleton, rows, nothing; sorting by hand and by
 * keyboard; pages. And the markets themselves: their groups, where they are listed, and how one is found.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { createVestClient } from '@vest/sdk/node'
import { journeyStack } from './journeyStack.ts'
import { settled } from './routes.ts'
import { openMarket } from './traderPage.ts'

const TABS = ['Stock', 'Trending', 'New IPOs', 'DATs', 'ETFs', 'Indices', 'Forex', 'Crypto'] as const
const CATEGORY: Readonly<Record<string, string>> = {
  Stock: 'stock', 'New IPOs': 'ipo', DATs: 'dat', ETFs: 'etf', Indices: 'index', Forex: 'forex', Crypto: 'crypto',
} // prettier-ignore
const COLUMNS = [
  'Favourites', 'Symbol', 'Mark price', 'Index price', '24h change', 'Funding 8h', 'Open interest', 'Long / short',
  '24h volume',
] // prettier-ignore
/** What the product promises ([9.10], [2.31]); a clock of the browser may round by one. */
const SKELETON_MS = 300
const DEBOUNCE_MS = 500
const ROUNDING_MS = 1

declare global {
  /** When the table was seen to be busy and idle, and when the search was typed into. */
  var vestMoments: { name: 'busy' | 'idle' | 'typed' | 'rows'; timeMs: number; rows?: number }[]
}

const table = (page: Page): Locator => page.getByRole('table', { name: 'Markets' })
const rows = (page: Page): Locator => table(page).locator('tbody tr')
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search markets' })
const symbols = (page: Page): Promise<readonly string[]> =>
  rows(page).evaluateAll((all) =>
    all.map(
      (row) => /\b[A-Za-z\d.]+-[A-Z]{3,4}/.exec((row as HTMLTableRowElement).cells[1]!.innerText)?.[0] ?? '',
    ),
  )

async function openMarkets(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/markets`)
  await settled(page)
}

/** The first data of the page arrives as soon as a table waits for it; notes how long the table is then busy. */
async function answerTheSkeleton(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.vestMoments = []
    let wasBusy = false
    let answer = (): void => undefined
    const isAwaited = new Promise<void>((resolve) => (answer = resolve))
    const { fetch } = globalThis
    globalThis.fetch = async (...request) => {
      const response = await fetch(...request)
      if (String(request[0]).includes('/exchangeInfo')) await isAwaited
      return response
    }
    new MutationObserver(() => {
      const table = document.querySelector('table[aria-busy="true"]')
      const isBusy = table !== null
      if (isBusy !== wasBusy)
        globalThis.vestMoments.push({
          name: isBusy ? 'busy' : 'idle',
          timeMs: performance.now(),
          rows: document.querySelectorAll('table tbody tr').length,
        })
      wasBusy = isBusy
      if (isBusy) answer()
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
}

test.describe('tables', () => {
  const stack = journeyStack()

  test('[2.32] [9.10] a skeleton of three rows stays for 300 ms, then come the rows', async ({ page }) => {
    await answerTheSkeleton(page)
    await page.goto(`${stack.baseUrl}/markets`)
    await expect(table(page)).toHaveAttribute('aria-busy', 'false')
    const [busy, idle] = await page.evaluate(() => globalThis.vestMoments)
    expect([busy, idle]).toMatchObject([
      { name: 'busy', rows: 3 },
      { name: 'idle', rows: 20 },
    ])
    expect(idle!.timeMs - busy!.timeMs).toBeGreaterThanOrEqual(SKELETON_MS - ROUNDING_MS)
  })

  test('[2.32] a head sorts by click and by keyboard, the other way round at the second time', async ({
    page,
  }) => {
    await openMarkets(page, stack.baseUrl)
    const head = (name: string): Locator => table(page).getByRole('columnheader', { name })
    await expect(head('24h volume')).toHaveAttribute('aria-sort', 'descending')

    await head('Symbol').getByRole('button').click()
    await expect(head('Symbol')).toHaveAttribute('aria-sort', 'descending')
    await expect(head('24h volume')).toHaveAttribute('aria-sort', 'none')
    const down = await symbols(page)
    expect(down).toEqual([...down].sort((a, b) => b.localeCompare(a, 'en')))

    await head('Symbol').getByRole('button').press('Enter')
    await expect(head('Symbol')).toHaveAttribute('aria-sort', 'ascending')
    const up = await symbols(page)
    expect(up).toEqual([...up].sort((a, b) => a.localeCompare(b, 'en')))
    expect(up[0]).not.toBe(down[0])

    await page.keyboard.press('Tab')
    await expect(head('Mark price').getByRole('button')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(head('Mark price')).toHaveAttribute('aria-sort', 'descending')
    const prices = await rows(page).evaluateAll((all) =>
      all.map((row) => Number((row as HTMLTableRowElement).cells[2]!.innerText.replaceAll(',', ''))),
    )
    expect(prices).toEqual([...prices].sort((a, b) => b - a))
  })

  test('[2.32] [9.10] pages of 5, 10 or 20; first, previous, next and last; none for five rows or fewer', async ({
    page,
  }) => {
    await openMarkets(page, stack.baseUrl)
    const size = page.getByRole('radiogroup', { name: 'Rows' })
    const button = (name: string): Locator => page.getByRole('button', { name: `${name} page` })
    await expect(size.getByRole('radio')).toHaveText(['5', '10', '20'])
    await expect(size.getByRole('radio', { name: '20' })).toBeChecked()
    const total = Number(/^1–20 of (\d+)$/.exec(await page.getByText(/^1–20 of \d+$/).innerText())![1])
    expect(total).toBeGreaterThan(20)
    const range = (from: number, to: number): Promise<void> =>
      expect(page.getByText(`${from}–${to} of ${total}`, { exact: true })).toBeVisible()

    for (const count of [10, 5]) {
      await size.getByRole('radio', { name: String(count), exact: true }).click()
      await expect(rows(page)).toHaveCount(count)
      await range(1, count)
    }
    const first = await symbols(page)
    for (const name of ['First', 'Previous']) await expect(button(name)).toBeDisabled()
    await button('Next').click()
    await range(6, 10)
    const second = await symbols(page)
    expect(second.filter((symbol) => first.includes(symbol))).toEqual([])
    await button('Last').click()
    const lastFrom = total - ((total - 1) % 5)
    await range(lastFrom, total)
    await expect(rows(page)).toHaveCount(total - lastFrom + 1)
    for (const name of ['Next', 'Last']) await expect(button(name)).toBeDisabled()
    await button('Previous').click()
    await range(lastFrom - 5, lastFrom - 1)
    await button('First').press('Enter')
    await range(1, 5)

    // One row: nothing to turn.
    await search(page).fill('palantir')
    await expect(rows(page)).toHaveCount(1)
    await expect(size).toBeHidden()
    await expect(button('Next')).toBeHidden()
  })

  test('[2.31] the page has eight groups, each with its markets, and the columns of the product', async ({
    page,
  }) => {
    const client = createVestClient({ baseUrl: stack.baseUrl, validate: true })
    const { symbols: listed } = await client.exchangeInfo()
    await openMarkets(page, stack.baseUrl)
    await expect(page.getByRole('main').getByRole('tab')).toHaveText([...TABS])
    await expect(table(page).getByRole('columnheader')).toHaveText(COLUMNS)
    for (const name of TABS)
      await test.step(name, async () => {
        await page.getByRole('tab', { name, exact: true }).click()
        const group = listed.filter(({ category }) => category === CATEGORY[name])
        const expected = name === 'Trending' ? 10 : Math.min(20, group.length)
        if (expected === 0) await expect(page.getByText('No markets here')).toBeVisible()
        else await expect(rows(page)).toHaveCount(expected)
        if (name === 'Trending') return
        const known = new Set(group.map(({ symbol }) => symbol.replace(/-USD-PERP$/, '-USD')))
        for (const symbol of expected === 0 ? [] : await symbols(page)) expect(known).toContain(symbol)
      })
  })

  test('[2.31] [5.14] the search waits for 500 ms of silence; what is not listed can be asked for', async ({
    page,
  }) => {
    await openMarkets(page, stack.baseUrl)
    await page.evaluate(() => {
      globalThis.vestMoments = []
      const note = (name: 'typed' | 'rows') => () =>
        void globalThis.vestMoments.push({ name, timeMs: performance.now() })
      document.querySelector('input[type="search"]')!.addEventListener('input', note('typed'))
      new MutationObserver((changes) => {
        if (changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.nodeName === 'TR')))
          note('rows')()
      }).observe(document.querySelector('table tbody')!, { childList: true })
    })
    await search(page).pressSequentially('palantir')
    await expect(rows(page)).toHaveCount(1)
    const moments = await page.evaluate(() => globalThis.vestMoments)
    expect(moments.map(({ name }) => name)).toEqual([...Array<string>(8).fill('typed'), 'rows'])
    expect(moments[8]!.timeMs - moments[7]!.timeMs).toBeGreaterThanOrEqual(DEBOUNCE_MS - ROUNDING_MS)

    await test.step('nothing found: what it is called instead, and the way to ask for it', async () => {
      await search(page).fill('Nvidya')
      const main = page.getByRole('main')
      await expect(main.getByText('Nvidya is not listed')).toBeVisible()
      await expect(main.getByText(/^Did you mean/)).toBeVisible()
      await expect(main.getByRole('link', { name: 'Request listing' })).toHaveAttribute('href', /^https:/)
      await main.getByRole('button', { name: 'NVIDIA (NVDA-USD)' }).click()
      await expect(page).toHaveURL(`${stack.baseUrl}/trade/NVDA-USD-PERP`)
    })

    await test.step('where nothing is alike nothing is suggested', async () => {
      await openMarkets(page, stack.baseUrl)
      await search(page).fill('qqqqzzzz')
      await expect(page.getByText('qqqqzzzz is not listed')).toBeVisible()
      await expect(page.getByText(/^Did you mean/)).toBeHidden()
      await page.getByRole('button', { name: 'Clear the search' }).click()
      await expect(rows(page)).toHaveCount(20)
    })
  })

  test('[1.2] [2.31] [2.32] [9.10] a star lists a market in the dropdown and the watch list, ten to a page', async ({
    page,
  }) => {
    await openMarkets(page, stack.baseUrl)
    const watch = page.getByRole('region', { name: 'Watch list' })
    await expect(watch.getByRole('listitem')).toHaveCount(0)
    const chosen = (await symbols(page)).slice(0, 12)
    for (const symbol of chosen)
      await page.getByRole('button', { name: `Add ${symbol} to favourites`, exact: true }).click()
    await expect(watch.getByRole('listitem')).toHaveCount(10)
    await watch.getByRole('button', { name: 'Next page' }).click()
    await expect(watch.getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: `Remove ${chosen[0]!} from favourites`, exact: true }).click()
    await expect(watch.getByRole('listitem')).toHaveCount(1)

    await openMarket(page, stack.baseUrl, 'SPY-USD-PERP')
    await page.getByRole('button', { name: /^SPY-USD .*Choose market$/ }).click()
    const dropdown = page.getByRole('dialog', { name: 'Choose market' })
    await expect(dropdown.getByRole('tab')).toHaveText(['All', 'Favourites', ...TABS])
    await expect(dropdown.locator('tbody tr')).toHaveCount(10)
    await dropdown.getByRole('tab', { name: 'Favourites' }).click()
    await expect(dropdown.getByText('1–10 of 11')).toBeVisible()
    await dropdown.getByRole('searchbox').fill('spdr nothing')
    await expect(dropdown.getByRole('link', { name: 'Request listing' })).toBeVisible()
  })
})
