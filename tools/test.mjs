#!/usr/bin/env node
/**
 * `npm test`: everything. Looks first for the two programs that do not come from npm (Chromium for the
 * journeys, PostgreSQL for the database contract), installs them where it may, says what to install where
 * it may not; then types, lint, units, integration, simulation and journeys. Last line: N passed, N failed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { buildServer, buildWeb } from './build.mjs'
import { simulation } from './simulationStage.mjs'
import { ON_ALL_CORES, playwright, run, runCheckStages, vitest } from './stages.mjs'
import { add, closingOf } from './testTotals.mjs'

if (process.argv.includes('--help')) {
  process.stdout.write(`Usage: npm test

Runs everything: types, lint, format, units, properties, chains, databases, crash tests, simulation, and
journeys in Chromium against the real stack. Needs Chromium and PostgreSQL; as root on Debian it installs
them when they are absent. Runs beside a running \`npm start\`.
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
for (const result of [await buildServer(), await buildWeb()])
  process.stdout.write(`${result.name}: ${result.built ? 'built' : 'up to date'}\n`)

let totals = await runCheckStages({ isCovered: true })
totals = add(
  totals,
  await vitest('integration: journal, chains, databases', ['--project', 'slow', ...ON_ALL_CORES]),
)
totals = add(totals, await vitest('the whole stack: conformance, load, kills', ['--project', 'alone']))
totals = add(totals, await simulation({ seeds: 300, ops: 10_000, crashSeeds: 330 }))
totals = add(totals, await playwright('journeys in Chromium', { CHROMIUM_PATH: chromium() }))

process.stdout.write(`\nEverything took ${((Date.now() - startedMs) / 60_000).toFixed(1)} minutes.\n`)
process.stdout.write(closingOf(totals))
process.exit(totals.failures.length === 0 ? 0 : 1)
