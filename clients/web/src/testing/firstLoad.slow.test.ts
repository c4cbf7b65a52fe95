/**
 * What a visitor's browser fetches before the ticket of `/trade` works: page, style, texts of one language, and the two
 * scripts with all that they import. It may become lighter at any time; heavier only by raising the bound here, with a
 * reason. Bytes are those of gzip.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

const web = join(import.meta.dirname, '..', '..')

/** Kilobytes of 1,000 bytes; beside each what it is on 2026-11-29. */
const BOUNDS_KB = {
  /** 238.2; decision 0091 says what of it the framework is. */
  scripts: 242,
  /** 15.1, with the page itself, which draws its frame and names its market before any script */
  style: 15.4,
  /** 17.8, of the language that weighs more */
  texts: 18.1,
} as const

interface Part {
  readonly fileName: string
  readonly name?: string
  readonly code?: string
  readonly source?: string | Uint8Array
  readonly imports?: readonly string[]
  readonly moduleIds?: readonly string[]
}

const kilobytes = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length / 1_000

describe('the first load of the trade page', () => {
  let parts: readonly Part[]
  let early: readonly Part[]
  beforeAll(async () => {
    // As it is delivered: a test's own environment would build React with its warnings.
    const ownEnvironment = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    const result = await build({
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'error',
      build: { write: false },
    }).finally(() => (process.env.NODE_ENV = ownEnvironment))
    const outputs = (Array.isArray(result) ? result : [result]) as { readonly output: readonly Part[] }[]
    parts = outputs.flatMap(({ output }) => output)
    const html = String(parts.find(({ fileName }) => fileName === 'index.html')!.source)
    const entry = /src="\/(assets\/[\w.-]+\.js)"/.exec(html)![1]!
    const page = parts.find(({ fileName }) => /^assets\/trade-[\w-]+\.js$/.test(fileName))!.fileName
    const wanted = new Set<string>()
    const visit = (fileName: string): void => {
      if (wanted.has(fileName)) return
      wanted.add(fileName)
      parts.find((part) => part.fileName === fileName)?.imports?.forEach(visit)
    }
    for (const fileName of [entry, page]) visit(fileName)
    early = parts.filter(({ fileName }) => wanted.has(fileName))
  }, 120_000)

  it('has the ticket, and nothing that waits for a press or draws the chart', () => {
    const modules = early
      .flatMap(({ moduleIds = [] }) => moduleIds)
      .filter((id) => id.startsWith(join(web, 'src')))
      .map((id) => id.slice(join(web, 'src').length + 1))
    expect(modules).toContain('features/order-entry/OrderEntry.tsx')
    const late =
      /ChartCanvas|ShareDialog|SignInDialog|WithdrawDialog|StrayList|entities\/embedded\/embeddedWallet|^pages\/(?!trade)/
    expect(modules.filter((module) => late.test(module))).toEqual([])
  })

  it('is not heavier than its bounds', () => {
    const scripts = early.reduce((total, { code = '' }) => total + kilobytes(code), 0)
    const html = String(parts.find(({ fileName }) => fileName === 'index.html')!.source)
    const styles = [...html.matchAll(/href="\/(assets\/[\w.-]+\.css)"/g)].map(([, fileName]) => fileName!)
    expect(styles.length).toBeGreaterThan(0)
    const style =
      kilobytes(html) +
      styles.reduce(
        (total, fileName) => total + kilobytes(parts.find((part) => part.fileName === fileName)!.source!),
        0,
      )
    const texts = Math.max(
      ...['en', 'zh'].map((language) =>
        kilobytes(readFileSync(join(web, 'public', 'locales', `${language}.json`))),
      ),
    )
    const measured = { scripts, style, texts }
    for (const [name, bound] of Object.entries(BOUNDS_KB)) {
      const size = measured[name as keyof typeof BOUNDS_KB]
      expect(size, `${name} weigh ${size.toFixed(1)} kB`).toBeLessThanOrEqual(bound)
      // A bound far above what it is guards nothing.
      expect(size, `${name} weigh ${size.toFixed(1)} kB: lower the bound`).toBeGreaterThan(bound * 0.9)
    }
  })
})
