#!/usr/bin/env node
/**
 * Runs a command-line program of the tree: `node tools/program.mjs sim --seed 1 --ops 1000`. The program is
 * bundled with esbuild (15 ms) and then run in this process, so its sources are always the present ones.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeConstant } from './constantBindings.mjs'
import { buildAddon } from './buildAddon.mjs'
import { buildServer, externalPackages, PRODUCT_DROPS_LABELS, root } from './build.mjs'
import { sourceIndexes } from './reference/sourceIndexes.mjs'

const PROGRAMS = {
  sim: 'tests/simulation/sim.ts',
  bench: 'bench/src/bench.ts',
  shots: 'tests/e2e/gallery/shots.ts',
  measure: 'tools/measure.ts',
  journal: 'tools/journal/journal.ts',
  readmodels: 'tools/readModels/readModels.ts',
  verdict: 'tools/verdict/verdict.ts',
  capital: 'tools/capital/capital.ts',
  status: 'tools/status/status.ts',
  rebalance: 'tools/rebalance/rebalance.ts',
  reference: 'tools/reference/writeReference.ts',
  example: 'clients/sdk/examples/example.ts',
  golden: 'tests/simulation/golden/recordGolden.ts',
}

const [name, ...argv] = process.argv.slice(2)
const entry = PROGRAMS[name]
if (!entry) {
  process.stderr.write(`Unknown program ${name}; there are ${Object.keys(PROGRAMS).join(', ')}.\n`)
  process.exit(1)
}
// What the program reads of the sources has to be whole before it is bundled.
if (name === 'reference')
  for (const [file, text] of sourceIndexes(root)) writeFileSync(join(root, file), text)
const { build } = await import('esbuild')
// Bundled apart and put in its place at one stroke: another run of the same program may be reading it.
const outfile = join(root, 'build', 'programs', `${name}.mjs`)
const bundle = `${outfile}.${process.pid}`
mkdirSync(join(root, 'build', 'programs'), { recursive: true })
await build({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'inline',
  logLevel: 'warning',
  plugins: [externalPackages],
  ...(name === 'sim' ? {} : { dropLabels: PRODUCT_DROPS_LABELS }),
})
makeConstant(bundle)
renameSync(bundle, outfile)
// Threads of the server run as they were built, and those of an older build must not be measured or used.
if (name === 'readmodels' || name === 'bench') await buildServer()
// Measured where it can be built.
if (name === 'bench') buildAddon()
const program = await import(pathToFileURL(outfile).href)
process.exitCode = await program.main(argv)
