/**
 * What the web app weighs: the scripts as built, who imports whom among them, and the same sources as one chunk.
 * Bytes are those of gzip, as a server sends them.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const WEB = join(process.cwd(), 'clients', 'web')
const ASSETS = join(WEB, 'dist', 'assets')
const ONE_CHUNK = join(process.cwd(), 'build', 'oneChunk')

const gzipBytes = (path: string): number => gzipSync(readFileSync(path), { level: 9 }).length
/** Of a script of the build, by its file name. */
export const scriptBytes = (name: string): number => gzipBytes(join(ASSETS, name))
export const sum = (bytes: readonly number[]): number => bytes.reduce((total, one) => total + one, 0)

/**
 * Scripts that must be there before the trade page can ask for its chart, its lists or a wallet: those of the app and
 * of the page, with all that they import.
 */
export function scriptsBeforeChartAndWallets(): readonly string[] {
  const entry = /src="\/assets\/([\w.-]+\.js)"/.exec(
    readFileSync(join(WEB, 'dist', 'index.html'), 'utf8'),
  )?.[1]
  const page = readdirSync(ASSETS).find((name) => /^trade-[\w-]+\.js$/.test(name))
  if (entry === undefined || page === undefined) throw new Error('the build has no script of the trade page')
  const wanted = new Set<string>()
  const visit = (name: string): void => {
    if (wanted.has(name)) return
    wanted.add(name)
    staticImports(name).forEach(visit)
  }
  for (const name of [entry, page]) visit(name)
  return [...wanted]
}

function staticImports(name: string): readonly string[] {
  const text = readFileSync(join(ASSETS, name), 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, file]) => file!)
}

/** The whole app in a single script, built from the same sources with the same configuration. */
export async function buildOneChunk(): Promise<number> {
  const { build } = await import('vite')
  rmSync(ONE_CHUNK, { recursive: true, force: true })
  await build({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: ONE_CHUNK, rolldownOptions: { output: { codeSplitting: false } } },
  })
  const assets = join(ONE_CHUNK, 'assets')
  if (!existsSync(assets)) throw new Error('the app as one chunk was not built')
  // The signing worker is a program of its own in both builds.
  const scripts = readdirSync(assets).filter(
    (name) => name.endsWith('.js') && !name.startsWith('signingWorker'),
  )
  if (scripts.length !== 1) throw new Error(`one chunk was wanted, there are ${scripts.join(', ')}`)
  return gzipBytes(join(assets, scripts[0]!))
}
