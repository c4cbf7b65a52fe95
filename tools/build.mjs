/**
 * Builds what runs: the server (esbuild, one entry per thread, into build/server), the web app (Vite in a child
 * process, into clients/web/dist) and the wallet's frame (esbuild, into clients/wallet/dist). Each part is skipped
 * while the hash of its sources is unchanged. `node tools/build.mjs` builds all; `buildServer()`, `buildWeb()` and
 * `buildWallet()` are for the start and test commands.
 */
import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressTwins } from './compressTwins.mjs'
import { makeConstant } from './constantBindings.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const buildDir = join(root, 'build')
const serverDir = join(buildDir, 'server')
export const webDir = join(root, 'clients', 'web', 'dist')
const walletSourceDir = join(root, 'clients', 'wallet')
export const walletDir = join(walletSourceDir, 'dist')

export const SERVER_SOURCES = [
  'protocol',
  'core',
  'runtime',
  'adapters',
  'services',
  'contracts',
  'clients/sdk',
  'devnet',
  'tools/start',
]
const WEB_SOURCES = ['protocol', 'core/formulas', 'clients/sdk', 'clients/web']
const WALLET_SOURCES = ['protocol', 'core/formulas', 'clients/sdk', 'clients/wallet']

/** What only simulations use (runtime/src/buggify.ts) is not in the product. */
export const PRODUCT_DROPS_LABELS = ['BUGGIFY']

/** One bundle per thread, plus the command-line programs. */
const ENTRIES = {
  start: 'tools/start/main.ts',
  engineWorker: 'runtime/src/engineWorker.ts',
  verifyWorker: 'services/exchange/src/verify/verifyWorker.ts',
  pgliteWorker: 'adapters/database/src/pgliteWorker.ts',
  validator: 'services/validator/src/validator.ts',
  identityDatabaseWorker: 'adapters/identity/src/store/identityDatabaseWorker.ts',
}

/** @param {string[]} folders */
function sourceHash(folders) {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'tools/build.mjs', 'tools/constantBindings.mjs'])
    hash.update(readFileSync(join(root, file)))
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) visit(path)
      else if (!/\.test\.tsx?$/.test(entry.name))
        hash.update(relative(root, path)).update('\0').update(readFileSync(path))
    }
  }
  for (const folder of folders) visit(join(root, folder))
  return hash.digest('hex')
}

const MARKER = '.sources'

/**
 * Runs `build` unless the marker in `dir` says that these sources were built already. It builds into a folder of this
 * process, which takes the place of `dir` when it is whole: of two starts at once none reads what the other has half
 * written.
 */
async function cached(dir, name, folders, build) {
  const wanted = sourceHash(folders)
  const isBuilt = () => {
    const marker = join(dir, MARKER)
    return existsSync(marker) && readFileSync(marker, 'utf8') === wanted
  }
  if (isBuilt()) return { name, built: false }
  for (const folder of [dir, dirname(dir), buildDir]) expectWritable(folder)
  const own = join(buildDir, `${name.replace(' ', '-')}.${process.pid}`)
  try {
    await build(own)
    writeFileSync(join(own, MARKER), wanted)
    // A quicker build of the same sources may be in use already.
    if (!isBuilt()) takePlace(own, dir)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
  return { name, built: true }
}

function takePlace(own, dir) {
  const former = `${own}.former`
  mkdirSync(dirname(dir), { recursive: true })
  if (existsSync(dir)) renameSync(dir, former)
  renameSync(own, dir)
  rmSync(former, { recursive: true, force: true })
}

/** What another user has built cannot be replaced by this one: said before a tool stumbles over it. */
function expectWritable(dir) {
  let folder = dir
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Error(
      `The folder ${folder} is not writable for this user, so Vest cannot be built there. Make it yours, or clone Vest into a folder of your own.`,
    )
  }
}

/** How esbuild joins the server; what it then does with it is the caller's. */
export const serverBundle = () => ({
  absWorkingDir: root,
  entryPoints: ENTRIES,
  outdir: serverDir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  plugins: [externalPackages],
})

export function buildServer() {
  return cached(serverDir, 'server', SERVER_SOURCES, async (outdir) => {
    const { build, stop } = await import('esbuild')
    await build({
      ...serverBundle(),
      outdir,
      sourcemap: 'linked',
      logLevel: 'warning',
      dropLabels: PRODUCT_DROPS_LABELS,
    })
    for (const file of readdirSync(outdir)) if (file.endsWith('.mjs')) makeConstant(join(outdir, file))
    // Its helper process would live as long as ours.
    await stop()
  })
}

/** Everything but relative paths and our own scope stays a package that Node resolves. */
export const externalPackages = {
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, (args) =>
      args.path.startsWith('@vest/') || args.kind === 'entry-point'
        ? undefined
        : { path: args.path, external: true },
    )
  },
}

export function buildWeb() {
  return cached(webDir, 'web app', WEB_SOURCES, async (outdir) => {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    await run(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', outdir, '--emptyOutDir'], {
      cwd: join(root, 'clients', 'web'),
      // Test runners say `test` to whatever they start; a library's development build is not what is served.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    compressTwins(outdir)
  })
}

/** What schemas say of an input in forty languages: the frame shows none of it, and is a third without. */
const withoutLocales = {
  name: 'without-locales',
  setup(build) {
    build.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export {}',
      loader: 'js',
    }))
  },
}

/** One script and one stylesheet under names of their content; the page names them. */
export function buildWallet() {
  return cached(walletDir, 'wallet frame', WALLET_SOURCES, async (outdir) => {
    const { build, stop } = await import('esbuild')
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: { wallet: 'clients/wallet/src/main.ts', style: 'clients/wallet/src/screen/wallet.css' },
      outdir: join(outdir, 'assets'),
      entryNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      bundle: true,
      minify: true,
      platform: 'browser',
      target: 'es2022',
      format: 'esm',
      loader: { '.woff2': 'file' },
      plugins: [withoutLocales],
      metafile: true,
      logLevel: 'warning',
    })
    await stop()
    const nameOf = (entry) =>
      Object.entries(metafile.outputs)
        .find(([, { entryPoint }]) => entryPoint === entry)?.[0]
        .split('/')
        .at(-1)
    const page = readFileSync(join(walletSourceDir, 'index.html'), 'utf8')
      .replace('{script}', nameOf('clients/wallet/src/main.ts'))
      .replace('{style}', nameOf('clients/wallet/src/screen/wallet.css'))
    writeFileSync(join(outdir, 'index.html'), page)
    compressTwins(outdir)
  })
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0
        ? resolve(undefined)
        : reject(new Error(`the web app did not build:\n${output.slice(-4000)}`)),
    )
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const result of [await buildServer(), await buildWeb(), await buildWallet()])
    process.stdout.write(`${result.name}: ${result.built ? 'built' : 'up to date'}\n`)
}
