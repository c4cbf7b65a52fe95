#!/usr/bin/env node
/**
 * Runs before `npm start` and `npm test`: a new clone has no node_modules, so this file imports nothing but
 * Node. It checks the version of Node, compares the lock file with what was installed last, and installs
 * when they differ. Up to date it takes a few milliseconds.
 */
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MINIMUM = [20, 15, 0]
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function checkNode() {
  const have = process.versions.node.split('.').map(Number)
  for (let i = 0; i < 3; i += 1) {
    if (have[i] > NODE_MINIMUM[i]) return
    if (have[i] < NODE_MINIMUM[i])
      fail(
        `Vest needs Node ${NODE_MINIMUM.join('.')} or newer; this is ${process.versions.node}. Install a newer Node and try again.`,
      )
  }
}

/** What the installation depends on: the lock, the ABI of native modules and the platform. */
function wantedMarker() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  return `${hash} ${process.versions.modules} ${process.platform} ${process.arch}\n`
}

checkNode()
const marker = join(root, 'node_modules', '.vest-installed')
const wanted = wantedMarker()
if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    fail(
      `The folder ${root} is not writable for this user, so dependencies cannot be installed. Clone Vest into a folder of your own.`,
    )
  }
  process.stdout.write('Installing dependencies (npm ci) …\n')
  const startedMs = Date.now()
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']]
  const run = spawnSync(command, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (run.status !== 0)
    fail(
      'npm ci did not finish (its own message stands above). Check the connection to the package registry and try again.',
    )
  writeFileSync(marker, wanted)
  process.stdout.write(`Dependencies installed in ${((Date.now() - startedMs) / 1000).toFixed(0)} s.\n`)
}
