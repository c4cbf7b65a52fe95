/**
 * A database in memory, loaded from one that was laid out and never used: laying out takes three times as long. The
 * first test that wants one lays it out for all with this version of PGlite.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url))
const PACKAGE = createRequire(import.meta.url)
  .resolve('@electric-sql/pglite')
  .replace(/dist[\\/].*$/, 'package.json')

export async function createPglite(options: PGliteOptions = {}): Promise<PGlite> {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string }
  const file = join(CACHE, `pglite-${version}.tar`)
  if (!existsSync(file)) await layOut(file)
  return PGlite.create({ ...options, loadDataDir: new Blob([readFileSync(file)]) })
}

async function layOut(file: string): Promise<void> {
  const database = await PGlite.create()
  const layout = await database.dumpDataDir('none')
  await database.close()
  mkdirSync(CACHE, { recursive: true })
  // Two processes may lay one out at the same time. Both are equal, and the last one stays.
  const own = `${file}.${process.pid}`
  writeFileSync(own, Buffer.from(await layout.arrayBuffer()))
  renameSync(own, file)
}
