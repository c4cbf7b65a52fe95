/**
 * Compiles the one file in C, `services/exchange/native/signatures.c`, with the compiler of this machine into
 * build/native. Skipped while nothing that goes into it has changed. Without it the exchange runs, slower under load,
 * so what is missing is an answer here and never an error.
 */
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build.mjs'

const exchange = join(root, 'services', 'exchange')
const source = join(exchange, 'native', 'signatures.c')
const COMPILE_MS_MAX = 120_000

/** Where npm's secp256k1 has the source of the library that it is made of. */
const librarySource = () =>
  join(dirname(createRequire(join(exchange, 'package.json')).resolve('secp256k1')), 'src', 'secp256k1')

/** Node is installed with its headers, but for the packages of some distributions. */
const nodeHeaders = () => join(dirname(realpathSync(process.execPath)), '..', 'include', 'node')

/**
 * @param {{ compiler?: string, dir?: string }} [options]
 * @returns {{ built: boolean, url: URL } | { built: false, missing: string }}
 */
export function buildAddon({ compiler = process.env.CC || 'cc', dir = join(root, 'build', 'native') } = {}) {
  const library = librarySource()
  const headers = nodeHeaders()
  if (!existsSync(join(headers, 'node_api.h')))
    return { built: false, missing: `no headers of Node in ${headers}` }
  if (!existsSync(join(library, 'src', 'ecmult_impl.h')))
    return { built: false, missing: 'the package secp256k1 came without its source' }
  const addon = join(dir, 'signatures.node')
  const marker = join(dir, '.sources')
  const wanted = sourceHash(compiler)
  const url = pathToFileURL(addon)
  if (existsSync(addon) && existsSync(marker) && readFileSync(marker, 'utf8') === wanted)
    return { built: false, url }
  try {
    mkdirSync(dir, { recursive: true })
    // Put in its place at one stroke: a running exchange may have the present one in its memory.
    const fresh = `${addon}.${process.pid}`
    const { error, status, stderr } = spawnSync(
      compiler,
      [
        ...FLAGS,
        ...[headers, library, join(library, 'src')].flatMap((path) => ['-isystem', path]),
        '-o',
        fresh,
        source,
      ],
      { encoding: 'utf8', timeout: COMPILE_MS_MAX },
    )
    if (error || status !== 0) {
      rmSync(fresh, { force: true })
      return { built: false, missing: whyNot(compiler, error, stderr) }
    }
    renameSync(fresh, addon)
    writeFileSync(marker, wanted)
    return { built: true, url }
  } catch (error) {
    return { built: false, missing: error.message }
  }
}

function whyNot(compiler, error, stderr) {
  // EACCES: a folder of PATH that this user may not look into stands where it would have been.
  if (error?.code === 'ENOENT' || error?.code === 'EACCES') return `there is no C compiler (${compiler})`
  if (error) return error.message
  return `${compiler} failed, saying "${stderr.trim().split('\n')[0]}"`
}

/** On a Mac the names of Node's own interface are found when the addon is loaded. */
const FLAGS = [
  ...['-std=c99', '-O3', '-fPIC', '-shared', '-fvisibility=hidden'],
  ...(process.platform === 'darwin' ? ['-undefined', 'dynamic_lookup'] : []),
]

/** The library comes from the lock file; the interface to Node is the same in all its versions. */
function sourceHash(compiler) {
  const hash = createHash('sha256').update(JSON.stringify([compiler, FLAGS, process.platform, process.arch]))
  for (const file of [source, join(root, 'package-lock.json')]) hash.update(readFileSync(file))
  return hash.digest('hex')
}
