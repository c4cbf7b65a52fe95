/**
 * `bench -- web`: the production build in Chromium against the real stack. How soon a visitor sees the trade page,
 * against the same picture as static HTML from the same server, loaded in turns; how little of it moves, what it loads
 * for that, and how it bears a market of 50 depth and 100 trade messages a second while a user types into the ticket.
 * Every figure stands beside its limit. The ratio is that of the largest contentful paint: the static picture's over ours.
 */
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM } from '../../tests/e2e/chromium.ts'
import { removeDataDir, startAgain, startStack } from '../../tests/world/stack.ts'
import type { BenchResult } from './benchResult.ts'
import { startMarketStorm, type MarketStorm } from './marketStorm.ts'
import { longestTask, measurePage, type PageFigures } from './pageFigures.ts'
import { layOut, picture, STATIC_PEER_PATH } from './staticPeer.ts'
import { buildOneChunk, scriptBytes, scriptsBeforeChartAndWallets, sum } from './webBundle.ts'

const SYMBOL = 'BTC-PERP'
const FIRST_LOADS = 5
const STORM_MS = 10_000
const DEPTH_PER_SECOND = 50
const TRADES_PER_SECOND = 100
const KEY_PAUSE_MS = 120
const KIB = 1024

const LIMITS = {
  lcpMs: 1_500,
  lcpOfStatic: 2.5,
  cls: 0.05,
  share: 0.5,
  bytes: 220 * KIB,
  taskMs: 50,
  inpMs: 100,
  commits: 1,
}

type Print = (line: string) => void

export async function benchWeb(print: Print): Promise<BenchResult> {
  let stack = await startStack()
  const browser = await chromium.launch(CHROMIUM)
  let takeAway = (): void => undefined
  try {
    takeAway = await photograph(browser, stack.baseUrl)
    // The server knows the files that lay there when it started.
    await stack.stop()
    stack = await startAgain(stack)
    const { scripts, ratio } = await firstLoads(print, browser, stack.baseUrl)
    await weigh(print, scripts)
    const storm = await startMarketStorm({
      upstream: stack.baseUrl,
      symbol: SYMBOL,
      depthPerSecond: DEPTH_PER_SECOND,
      tradesPerSecond: TRADES_PER_SECOND,
    })
    try {
      await inTheStorm(print, browser, storm)
    } finally {
      storm.close()
    }
    return { peer: 'the same picture as static HTML from the same server, time to its largest paint', ratio }
  } finally {
    takeAway()
    await browser.close()
    await stack.stop()
    removeDataDir(stack.dataDir)
  }
}

const SCREEN = { viewport: { width: 1440, height: 900 } }

/** Of the page when everything stands; answers how to take the picture away. */
async function photograph(browser: Browser, baseUrl: string): Promise<() => void> {
  const context = await browser.newContext(SCREEN)
  const page = await context.newPage()
  await openTrade(page, baseUrl)
  await page.waitForLoadState('networkidle')
  const takeAway = layOut(await picture(page), join(process.cwd(), 'clients', 'web', 'dist'))
  await context.close()
  return takeAway
}

/** Each in a browser that has nothing yet, ours and the static picture in turns; answers the scripts that came. */
async function firstLoads(
  print: Print,
  browser: Browser,
  baseUrl: string,
): Promise<{ readonly scripts: readonly string[]; readonly ratio: number }> {
  const loads: PageFigures[] = []
  const staticMs: number[] = []
  const scripts = new Set<string>()
  for (let load = 0; load < FIRST_LOADS; load += 1) {
    const other = await browser.newContext(SCREEN)
    staticMs.push(await loadStatic(await other.newPage(), baseUrl))
    await other.close()
    const context = await browser.newContext(SCREEN)
    const page = await context.newPage()
    page.on('response', (response) => {
      const name = /\/assets\/([\w.-]+\.js)$/.exec(response.url())?.[1]
      if (name !== undefined) scripts.add(name)
    })
    const read = await measurePage(page)
    await openTrade(page, baseUrl)
    loads.push(await read())
    await context.close()
  }
  const lcpMs = loads.map((one) => one.lcpMs)
  print(`first load of /trade/${SYMBOL}, 1440x900, ${FIRST_LOADS} times with an empty cache`)
  figure(print, 'LCP, median', median(lcpMs), LIMITS.lcpMs, 'ms', `${range(lcpMs)} ms`)
  const ratio = median(staticMs) / median(lcpMs)
  figure(
    print,
    'LCP of the static picture, median',
    median(staticMs),
    LIMITS.lcpMs,
    'ms',
    `${range(staticMs)} ms`,
  )
  figure(print, 'LCP over that of the static picture', 1 / ratio, LIMITS.lcpOfStatic, '')
  figure(print, 'CLS, worst', Math.max(...loads.map(({ cls }) => cls)), LIMITS.cls, '')
  return { scripts: [...scripts], ratio }
}

/** Time to the largest paint, when all it asks for has come. */
async function loadStatic(page: Page, baseUrl: string): Promise<number> {
  const read = await measurePage(page)
  await page.goto(`${baseUrl}${STATIC_PEER_PATH}`, { waitUntil: 'networkidle' })
  return (await read()).lcpMs
}

async function weigh(print: Print, scripts: readonly string[]): Promise<void> {
  const early = sum(scriptsBeforeChartAndWallets().map(scriptBytes))
  const all = sum(scripts.map(scriptBytes))
  const oneChunk = await buildOneChunk()
  figure(
    print,
    'JavaScript before chart and wallets',
    early / KIB,
    LIMITS.bytes / KIB,
    'KiB gzip',
    `${kib(all)} with chart, lists and wallet`,
  )
  figure(
    print,
    'share of the app as one chunk',
    early / oneChunk,
    LIMITS.share,
    '',
    `one chunk ${kib(oneChunk)}`,
  )
}

/** First untouched, then with a user typing into the ticket. */
async function inTheStorm(print: Print, browser: Browser, storm: MarketStorm): Promise<void> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const read = await measurePage(page)
  await openTrade(page, storm.baseUrl)
  storm.begin()
  await read()
  const before = storm.sent()
  const watched = await longestTask(browser, page, () => page.waitForTimeout(STORM_MS))
  const idle = await read()
  const typed = await longestTask(browser, page, () => typeSizes(page))
  const busy = await read()
  const { depth, trades } = storm.sent()
  print(
    `${DEPTH_PER_SECOND} depth and ${TRADES_PER_SECOND} trade messages a second from a proxy before the exchange ` +
      `(${depth - before.depth} and ${trades - before.trades} sent); the other channels are the exchange's own`,
  )
  const commits = idle.commits.reduce((total, one) => total + one, 0)
  figure(
    print,
    'React commits in a frame, most',
    Math.max(0, ...idle.commits),
    LIMITS.commits,
    '',
    `${commits} in ${idle.frames} frames; ${idle.commits.filter((one) => one > 1).length} frames had more than one`,
  )
  figure(
    print,
    'longest task',
    watched.wallMs,
    LIMITS.taskMs,
    'ms',
    `${watched.cpuMs.toFixed(1)} ms of it work`,
  )
  figure(
    print,
    'longest task while typing',
    typed.wallMs,
    LIMITS.taskMs,
    'ms',
    `${typed.cpuMs.toFixed(1)} ms of it work`,
  )
  const waits = busy.interactionsMs
  figure(
    print,
    'INP of typing',
    Math.max(0, ...waits),
    LIMITS.inpMs,
    'ms',
    `${waits.length} keys over 16 ms, median ${median(waits)} ms`,
  )
}

async function openTrade(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/trade/${SYMBOL}`)
  await page.getByRole('region', { name: 'Order form' }).waitFor()
  await page.locator('canvas').first().waitFor()
  await page.getByRole('rowgroup', { name: 'Bids' }).getByRole('row').first().waitFor()
}

/** Sizes as a hand types them: some figures, then all of them away again. */
async function typeSizes(page: Page): Promise<void> {
  const size = page.getByRole('region', { name: 'Order form' }).getByRole('textbox', { name: 'Size' })
  await size.focus()
  const endMs = performance.now() + STORM_MS
  while (performance.now() < endMs)
    for (const key of [
      '0',
      '.',
      '1',
      '2',
      '3',
      'Backspace',
      'Backspace',
      'Backspace',
      'Backspace',
      'Backspace',
    ])
      await page.keyboard.press(key, { delay: KEY_PAUSE_MS })
}

function figure(print: Print, name: string, value: number, limit: number, unit: string, more?: string): void {
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1)
  const verdict = value <= limit ? 'within' : 'OVER'
  print(
    `  ${name.padEnd(38)}${`${shown} ${unit}`.trim().padStart(16)}   ${verdict} ${limit} ${unit}`.trimEnd() +
      (more === undefined ? '' : ` (${more})`),
  )
}

const kib = (bytes: number): string => `${(bytes / KIB).toFixed(1)} KiB`
const range = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
