/**
 * `npm run shots -- OUT_DIR`: a picture of every route, at 1440x900 and 390x844, light and dark, English and
 * Chinese, from the running stack (BASE_URL) or from one it starts for itself.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { freshDataDir, removeDataDir, startStack } from '../world/stack.ts'

const HELP = `Usage: npm run shots -- OUT_DIR

Writes a PNG of every route into OUT_DIR: 1440x900 and 390x844, light and dark, English and Chinese.
BASE_URL=http://127.0.0.1:8080 photographs a stack that runs already; otherwise one is started and stopped.
ROUTES=trade,markets limits the routes. CHROMIUM_PATH names the browser (default /usr/bin/chromium).
`

export const ROUTES: Readonly<Record<string, string>> = {
  trade: '/trade/COIN-USD-PERP',
  portfolio: '/portfolio',
  'portfolio-transfers': '/portfolio?view=transfers',
  markets: '/markets',
  'not-found': '/no-such-page',
}
const SIZES = { '1440x900': { width: 1440, height: 900 }, '390x844': { width: 390, height: 844 } } as const
const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'zh'] as const

export async function main(argv: readonly string[]): Promise<number> {
  const [outDir] = argv
  if (outDir === undefined || argv.includes('--help')) {
    process.stdout.write(HELP)
    return outDir === undefined ? 1 : 0
  }
  mkdirSync(outDir, { recursive: true })
  const running = process.env.BASE_URL
  const dataDir = running === undefined ? freshDataDir() : undefined
  const stack = dataDir === undefined ? undefined : await startStack({ dataDir })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  })
  try {
    const count = await photograph(browser, running ?? stack!.baseUrl, outDir)
    process.stdout.write(`${count} pictures in ${outDir}\n`)
    return 0
  } finally {
    await browser.close()
    await stack?.stop()
    if (dataDir !== undefined) removeDataDir(dataDir)
  }
}

async function photograph(browser: Browser, baseUrl: string, outDir: string): Promise<number> {
  const wanted = process.env.ROUTES?.split(',')
  let count = 0
  for (const [sizeName, viewport] of Object.entries(SIZES))
    for (const theme of THEMES)
      for (const language of LANGUAGES) {
        const context = await browser.newContext({ viewport, colorScheme: theme, locale: language === 'zh' ? 'zh-CN' : 'en-US', timezoneId: 'UTC' })
        await context.addInitScript(([chosenTheme, chosenLanguage]) => {
          localStorage.setItem('theme', chosenTheme!)
          localStorage.setItem('language', chosenLanguage!)
        }, [theme, language])
        const page = await context.newPage()
        for (const [name, path] of Object.entries(ROUTES)) {
          if (wanted && !wanted.includes(name)) continue
          await page.goto(`${baseUrl}${path}`)
          // The shell marks the document once the page's first data is on screen.
          await page.waitForFunction(() => document.documentElement.dataset.ready === 'true', undefined, { timeout: 30_000 })
          await page.screenshot({ path: join(outDir, `${name}-${sizeName}-${theme}-${language}.png`) })
          count += 1
        }
        await context.close()
      }
  return count
}
