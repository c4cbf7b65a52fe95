/**
 * `npm run shots -- OUT_DIR`: a picture of every route, at 1440x900 and 390x844, light and dark, English and
 * Chinese, from the running stack (BASE_URL) or from one it starts for itself; then one of every scene of the gallery.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM } from '../chromium.ts'
import { openScene, readScenes, startGallery } from './gallery.ts'
import { LANGUAGES, openPage, ROUTES, settled, SIZES, THEMES, type Look } from '../routes.ts'
import { freshDataDir, removeDataDir, startStack } from '../../world/stack.ts'

/** Where the layout changes lie between the two sizes that every journey looks at. */
const ALL_SIZES: Readonly<Record<string, Look['viewport']>> = {
  ...SIZES,
  '1280x800': { width: 1280, height: 800 },
  '1024x768': { width: 1024, height: 768 },
  '768x1024': { width: 768, height: 1024 },
}

const HELP = `Usage: npm run shots -- OUT_DIR

Writes a PNG of every route into OUT_DIR, and of every scene of the gallery into OUT_DIR/gallery: 1440x900 and
390x844, light and dark, English and Chinese.
WIDTHS=390,768,1024,1280,1440 names the widths, two by default.
BASE_URL=http://127.0.0.1:8080 photographs a stack that runs already; otherwise one is started and stopped.
ROUTES=trade,markets limits the routes, SCENES=order-entry,fills/error the scenes; an empty word leaves them out.
CHROMIUM_PATH names the browser (default /usr/bin/chromium).
`

/** What is on its way has arrived. */
const STILL = { animations: 'disabled' } as const

export async function main(argv: readonly string[]): Promise<number> {
  const [outDir] = argv
  if (outDir === undefined || argv.includes('--help')) {
    process.stdout.write(HELP)
    return outDir === undefined ? 1 : 0
  }
  mkdirSync(join(outDir, 'gallery'), { recursive: true })
  const browser = await chromium.launch(CHROMIUM)
  try {
    const count = (await photographRoutes(browser, outDir)) + (await photographGallery(browser, outDir))
    process.stdout.write(`${count} pictures in ${outDir}\n`)
    return 0
  } finally {
    await browser.close()
  }
}

async function photographRoutes(browser: Browser, outDir: string): Promise<number> {
  const routes = Object.entries(ROUTES).filter(([name]) => isWanted(process.env.ROUTES, name))
  if (routes.length === 0) return 0
  const running = process.env.BASE_URL
  const dataDir = running === undefined ? freshDataDir() : undefined
  const stack = dataDir === undefined ? undefined : await startStack({ dataDir })
  try {
    return await inEveryLook(browser, async (page, look) => {
      for (const [name, path] of routes) {
        await page.goto(`${running ?? stack!.baseUrl}${path}`)
        await settled(page)
        await page.screenshot({ ...STILL, path: join(outDir, `${name}-${look}.png`) })
      }
      return routes.length
    })
  } finally {
    await stack?.stop()
    if (dataDir !== undefined) removeDataDir(dataDir)
  }
}

async function photographGallery(browser: Browser, outDir: string): Promise<number> {
  if (process.env.SCENES === '') return 0
  // The command runs in the folder of the project.
  const gallery = await startGallery(process.cwd())
  try {
    return await inEveryLook(browser, async (page, look, appearance) => {
      const scenes = (await readScenes(page, gallery)).filter((scene) => isWanted(process.env.SCENES, scene))
      for (const scene of scenes) {
        await openScene(page, gallery, scene, appearance)
        const name = `${scene.replace('/', '-')}-${look}.png`
        await page.screenshot({ ...STILL, path: join(outDir, 'gallery', name), fullPage: true })
      }
      return scenes.length
    })
  } finally {
    await gallery.stop()
  }
}

/** A list of names; of a scene also the name before its state. Without a list everything is wanted. */
const isWanted = (list: string | undefined, name: string): boolean =>
  list === undefined || list.split(',').some((one) => one === name || one === name.split('/')[0])

/** Calls back with a page in each look and the look's name; answers the sum of what it counted. */
async function inEveryLook(
  browser: Browser,
  take: (page: Page, name: string, look: Look) => Promise<number>,
): Promise<number> {
  let count = 0
  const widths = (process.env.WIDTHS ?? '1440,390').split(',').map(Number)
  for (const [sizeName, viewport] of Object.entries(ALL_SIZES).filter(([, { width }]) =>
    widths.includes(width),
  ))
    for (const theme of THEMES)
      for (const language of LANGUAGES) {
        const look = { viewport, theme, language }
        const page = await openPage(browser, look)
        count += await take(page, `${sizeName}-${theme}-${language}`, look)
        await page.context().close()
      }
  return count
}
