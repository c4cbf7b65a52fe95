/**
 * `npm run shots -- OUT_DIR`: a picture of every route, at 1440x900 and 390x844, light and dark, English and
 * Chinese, from the running stack (BASE_URL) or from one it starts for itself.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { LANGUAGES, openPage, ROUTES, settled, SIZES, THEMES } from './routes.ts'
import { freshDataDir, removeDataDir, startStack } from '../world/stack.ts'

const HELP = `Usage: npm run shots -- OUT_DIR

Writes a PNG of every route into OUT_DIR: 1440x900 and 390x844, light and dark, English and Chinese.
BASE_URL=http://127.0.0.1:8080 photographs a stack that runs already; otherwise one is started and stopped.
ROUTES=trade,markets limits the routes. CHROMIUM_PATH names the browser (default /usr/bin/chromium).
`

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
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
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
  const routes = Object.entries(ROUTES).filter(([name]) => wanted === undefined || wanted.includes(name))
  let count = 0
  for (const [sizeName, viewport] of Object.entries(SIZES))
    for (const theme of THEMES)
      for (const language of LANGUAGES) {
        const page = await openPage(browser, { viewport, theme, language })
        for (const [name, path] of routes) {
          await page.goto(`${baseUrl}${path}`)
          await settled(page)
          await page.screenshot({ path: join(outDir, `${name}-${sizeName}-${theme}-${language}.png`) })
          count += 1
        }
        await page.context().close()
      }
  return count
}
