import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error a script without types
import { compressTwins } from './compressTwins.mjs'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'vest-twins-'))))
afterEach(() => rmSync(dir, { recursive: true }))

describe('compressed twins', () => {
  it('lie beside every text that is worth it, smaller than it and the same when read', () => {
    const text = 'export const price = 1\n'.repeat(200)
    mkdirSync(join(dir, 'assets'))
    for (const name of ['assets/app.js', 'theme.js', 'en.json']) writeFileSync(join(dir, name), text)
    writeFileSync(join(dir, 'tiny.js'), 'x')
    writeFileSync(join(dir, 'picture.png'), text)
    compressTwins(dir)
    const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(br|gz)$/.test(name),
    )
    expect(names.sort()).toEqual(
      ['assets/app.js', 'en.json', 'theme.js'].flatMap((name) => [`${name}.br`, `${name}.gz`]),
    )
    for (const name of ['assets/app.js', 'theme.js']) {
      const brotli = readFileSync(join(dir, `${name}.br`))
      expect(brotli.length).toBeLessThan(text.length / 10)
      expect(brotliDecompressSync(brotli).toString()).toBe(text)
      expect(gunzipSync(readFileSync(join(dir, `${name}.gz`))).toString()).toBe(text)
    }
  })
})
