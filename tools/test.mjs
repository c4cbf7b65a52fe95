#!/usr/bin/env node
/**
 * `npm test`: everything. Looks first for the two programs that do not come from npm (Chromium for the
 * journeys, PostgreSQL for the database contract), installs them where it may, says what to install where
 * it may not; then types, lint, units, integration, simulation and journeys. Last line: N passed, N failed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { buildServer, buildWallet, buildWeb } from './build.mjs'
import { seed, seedLine } from '../runtime/src/testing/rotatingSeed.mjs'
import { firstSeedOf, simulation } from './simulationStage.mjs'
import {
  BUDGET_SECONDS,
  budgeted,
  ON_ALL_CORES,
  playwright,
  run,
  runCheckStages,
  timesTold,
  vitest,
} from './stages.mjs'
import { add, closingOf } from './testTotals.mjs'

if (process.argv.includes('--help')) {
  process.stdout.write(`Usage: npm test

Runs everything: types, lint, format, units, properties, chains, databases, crash tests, simulation, and
journeys in Chromium against the real stack. Needs Chromium and PostgreSQL; as root on Debian it installs
them when they are absent. Runs beside a running \`npm start\`.

Repetition is spread over runs: each takes the share of its seed, which it prints. VEST_SEED=N npm test repeats
a run; npm run test:long does all of it.
`)
  process.exit(0)
}

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromium = () => [process.env.CHROMIUM_PATH, ...CHROMIUM_PATHS].find((path) => path && existsSync(path))
const postgres = () => {
  const debian = '/usr/lib/postgresql'
  if (
    existsSync(debian) &&
    readdirSync(debian).some((version) => existsSync(`${debian}/${version}/bin/initdb`))
  )
    return true
  return spawnSync('initdb', ['--version']).status === 0
}

const missing = () => [...(chromium() ? [] : ['chromium']), ...(postgres() ? [] : ['postgresql'])]
if (missing().length > 0) {
  const packages = missing().flatMap((name) =>
    name === 'chromium' ? ['chromium', 'fonts-noto-cjk'] : [name],
  )
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    process.stderr.write(
      `The tests need ${missing().join(' and ')}: run "sudo apt-get install ${packages.join(' ')}" and try again.\n`,
    )
    process.exit(1)
  }
  process.stdout.write(`Installing ${packages.join(', ')} (apt-get) …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = ['-y', '-qq', '-o', 'Dpkg::Use-Pty=0']
  if (
    (await run('apt-get', ['update', '-qq'], { env })) !== 0 ||
    (await run('apt-get', ['install', ...quiet, ...packages], { env })) !== 0 ||
    missing().length > 0
  ) {
    process.stderr.write(`apt-get could not install ${packages.join(' ')}; install them and try again.\n`)
    process.exit(1)
  }
}

const startedMs = Date.now()
process.stdout.write(seedLine('npm test'))
for (const result of [await buildServer(), await buildWeb(), await buildWallet()])
  process.stdout.write(`${result.name}: ${result.built ? 'built' : 'up to date'}\n`)

let totals = await runCheckStages({ isCovered: true })
/** A stage that runs what Vitest calls a project (vitest.config.ts). */
const project = async (title, budgetSeconds, ...args) => {
  totals = add(totals, await budgeted(title, budgetSeconds, () => vitest(title, ['--project', ...args])))
}
await project('integration: journal, chains, databases', BUDGET_SECONDS.integration, 'slow', ...ON_ALL_CORES)
await project('whole stacks, side by side', BUDGET_SECONDS.stacks, 'stacks', ...ON_ALL_CORES)
await project('with every core for itself: load, kills', BUDGET_SECONDS.alone, 'alone')
totals = add(
  totals,
  await budgeted('simulation', BUDGET_SECONDS.simulation, () =>
    simulation({ from: firstSeedOf(seed), seeds: 100, ops: 10_000, crashSeeds: 330 }),
  ),
)
totals = add(
  totals,
  await budgeted('journeys in Chromium', BUDGET_SECONDS.journeys, () =>
    playwright('journeys in Chromium', { CHROMIUM_PATH: chromium() }),
  ),
)

process.stdout.write(timesTold())
process.stdout.write(`\nEverything took ${((Date.now() - startedMs) / 60_000).toFixed(1)} minutes.\n`)
process.stdout.write(seedLine('npm test'))
process.stdout.write(closingOf(totals))
process.exit(totals.failures.length === 0 ? 0 : 1)
