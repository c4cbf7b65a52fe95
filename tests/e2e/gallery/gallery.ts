/**
 * The gallery for a browser: the web app built with it into a folder of its own, and served with the headers that the
 * exchange sends, so that its security policy holds here as well. No exchange stands behind it.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { withoutShell } from '../../../services/exchange/src/rest/pages/webPage.ts'
import { createSecurityHeaders, nonceSource } from '../../../services/exchange/src/rest/securityHeaders.ts'
import type { Look } from '../routes.ts'

export interface Gallery {
  readonly baseUrl: string
  stop(): Promise<void>
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Builds and serves it. `root` is the folder of the project: a bundled program does not know its own. */
export async function startGallery(root: string): Promise<Gallery> {
  const dir = mkdtempSync(join(tmpdir(), 'vest-gallery-'))
  await buildGallery(root, dir)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery')
    if (pathname === '/gallery') sendPage(response, dir)
    else sendFile(response, dir, pathname)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function buildGallery(root: string, dir: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', dir], {
    cwd: join(root, 'clients', 'web'),
    env: { ...process.env, NODE_ENV: 'production', VEST_GALLERY: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the gallery did not build:\n${output.slice(-4_000)}`)
}

function sendPage(response: ServerResponse, dir: string): void {
  const nonce = randomBytes(16).toString('base64')
  response
    .writeHead(200, {
      ...createSecurityHeaders({ styleSource: nonceSource(nonce) }),
      'content-type': CONTENT_TYPES['.html'],
    })
    .end(withoutShell(readFileSync(join(dir, 'index.html'), 'utf8')).replaceAll('{nonce}', nonce))
}

function sendFile(response: ServerResponse, dir: string, pathname: string): void {
  const type = CONTENT_TYPES[extname(pathname)]
  try {
    if (type === undefined) throw new Error('not a file of the app')
    const body = readFileSync(join(dir, normalize(pathname)))
    response
      .writeHead(200, { ...createSecurityHeaders(), 'content-type': type, 'cache-control': 'max-age=600' })
      .end(body)
  } catch {
    response.writeHead(404).end()
  }
}

type Appearance = Pick<Look, 'theme' | 'language'>

/** Every scene as `name/state`, as the gallery itself lists them. */
export async function readScenes(page: Page, { baseUrl }: Gallery): Promise<readonly string[]> {
  await page.goto(`${baseUrl}/gallery`)
  await expect(page.locator('main[data-ready]')).toBeVisible()
  return page
    .locator('[data-scene]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('data-scene') ?? ''))
}

/** Opens a scene and waits until it stands: hands have done what they do, and only what never arrives is missing. */
export async function openScene(
  page: Page,
  { baseUrl }: Gallery,
  scene: string,
  { theme, language }: Appearance,
): Promise<void> {
  await page.goto(`${baseUrl}/gallery?scene=${scene}&theme=${theme}&lang=${language}`)
  await page.locator('main[data-ready]').waitFor({ state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  if ((await page.locator('main[data-pending]').count()) === 0)
    await expect(page.locator('[aria-busy="true"], .animate-breathe').filter({ visible: true })).toHaveCount(
      0,
    )
}
