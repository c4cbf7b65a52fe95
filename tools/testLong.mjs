#!/usr/bin/env node
/**
 * `npm run test:long`: the same tests as `npm test` with larger numbers, for a night or before a release. Each stage
 * stands alone and can be asked for by name. Last line: N passed, N failed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.mjs'
import { seedLine } from '../runtime/src/testing/rotatingSeed.mjs'
import { simulation } from './simulationStage.mjs'
import { playwright, run, single, vitest } from './stages.mjs'
import { add, closingOf, NO_TESTS } from './testTotals.mjs'

const KILLS = 20_000
const MALFORMED = 500_000
const FRAMES = 50_000
const OVERLOAD_MS = 60_000
const MUTATED = 100_000
const OPERATIONS = 30_000
const PREVIEWS = 10_000
const STORE_KILLS = 20
const SEGMENT_BYTES = 16_777_216
const FLIPS = 2_000_000
const REPLAYED = 1_000_000
const REPLAYED_EVENTS = 10_000_000
const PAYMENTS = 2_000
const DEPOSITS = 5_000
const CLOCKS = 200
const FENCES = 1_000
/** Each with ten transfers on their way: a hundred at each arrow. */
const TRANSFER_DEATHS = 10
/** Installed when asked for: its 150 packages are not installed by `npm test`. */
const STRYKER = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1']
const stryker = join(root, 'node_modules', '.bin', 'stryker')

/** By name, in the order in which they run. */
const STAGES = {
  simulation: () => simulation({ seeds: 20_000, ops: 10_000, crashSeeds: 3_300, twinEvery: 50 }),
  lives: () => simulation({ seeds: 20, ops: 200_000, crashSeeds: 1, twinEvery: 20 }),
  kills: async () =>
    add(
      await vitest(
        `kill -9, ${KILLS} times`,
        ['--project', 'alone', 'runtime/src/startEngine.slow.test.ts'],
        {
          VEST_KILLS: String(KILLS),
        },
      ),
      await vitest(
        `kill -9 at each arrow of money, ${TRANSFER_DEATHS} times, under ten transfers each time`,
        ['--project', 'stacks', 'tests/world/transferDeaths.test.ts', '--testTimeout', '7200000'],
        { VEST_TRANSFER_DEATHS: String(TRANSFER_DEATHS), VEST_EVERY_CROSSING: '1' },
      ),
    ),
  bytes: () =>
    vitest(
      'every byte of a journal cut, zeroed and flipped',
      ['--project', 'slow', 'runtime/src/journal/recovery.slow.test.ts', '--testTimeout', '7200000'],
      { VEST_SEGMENT_BYTES: String(SEGMENT_BYTES), VEST_FLIPS: String(FLIPS), VEST_BYTE_SHARES: '1' },
    ),
  replays: () =>
    vitest(
      'one state by every way',
      [
        ...['--project', 'slow', 'tests/simulation/replays.test.ts', 'tests/simulation/golden.test.ts'],
        ...['--testTimeout', '7200000'],
      ],
      { VEST_REPLAYED: String(REPLAYED) },
    ),
  restarts: () =>
    vitest('a restart with a long past', ['--project', 'alone', 'tests/simulation/restart.test.ts'], {
      VEST_REPLAYED_EVENTS: String(REPLAYED_EVENTS),
    }),
  faults: () =>
    vitest(
      'disks that fill up, fail and stall, clocks that leap, processes that stand still',
      ['--project', 'long', 'runtime', 'tests/load'],
      {
        VEST_CLOCK_RUNS: String(CLOCKS),
        VEST_FENCE_RUNS: String(FENCES),
        VEST_OPERATIONS: String(OPERATIONS),
      },
    ),
  payments: () =>
    vitest(
      'payments whose messages are lost, doubled, late, out of order and forged',
      ['--project', 'slow', 'tests/payments/paymentChaos.test.ts'],
      { VEST_PAYMENTS: String(PAYMENTS) },
    ),
  deposits: () =>
    vitest(
      'deposits that three watchers announce, with deaths',
      ['--project', 'slow', 'tests/payments/announcedDeposits.test.ts'],
      { VEST_DEPOSITS: String(DEPOSITS) },
    ),
  bugs: async () =>
    add(
      await vitest('planted bugs of rules and of crashes', [
        ...['--project', 'slow', 'tests/simulation/simulate.test.ts', 'tests/simulation/crashes.test.ts'],
        'tests/simulation/twin/plantedRules.test.ts',
      ]),
      await vitest('planted bugs of the journal', [
        ...['--project', 'fast', 'runtime/src/journal/plantedBugs.test.ts'],
      ]),
    ),
  whole: async () =>
    add(
      await vitest(
        'malformed requests and frames, mutated signatures, a history of many operations, a minute of overload',
        [
          ...['--project', 'alone', '--project', 'stacks', '--no-file-parallelism'],
          ...['tests/load/malformed', 'tests/load/mutatedSignatures', 'tests/load/history.test'],
          'tests/load/overload',
          ...['--testTimeout', '7200000'],
        ],
        {
          VEST_MALFORMED: String(MALFORMED),
          VEST_FRAMES: String(FRAMES),
          VEST_OVERLOAD_MS: String(OVERLOAD_MS),
          VEST_MUTATED: String(MUTATED),
          VEST_OPERATIONS: String(OPERATIONS),
        },
      ),
      await vitest(
        'lives, twins, previews of orders and kills of a database, all of them',
        [
          ...['--project', 'slow', 'tests/simulation/simulate.test.ts', 'tests/simulation/twin/twin.test.ts'],
          'tests/simulation/failedSeeds.test.ts',
          ...['tests/simulation/orderPreview.test.ts', 'adapters/database/src/pgliteStore.slow.test.ts'],
          ...['--testTimeout', '7200000'],
        ],
        { VEST_EVERY_LIFE: '1', VEST_PREVIEWS: String(PREVIEWS), VEST_STORE_KILLS: String(STORE_KILLS) },
      ),
    ),
  gallery: () =>
    playwright(
      'gallery, pages, dialogs and hostile texts, all of them in every size, language and theme',
      { VEST_EVERY_CROSSING: '1' },
      [...['gallery', 'pages', 'dialogs', 'shareAndExplain', 'hostileInput']],
    ),
  coverage: () =>
    vitest('coverage of the core', ['--project', 'fast', 'core', '--coverage', '--testTimeout', '120000']),
  mutation: async () => {
    if (!existsSync(stryker))
      await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...STRYKER])
    let totals = NO_TESTS
    for (const folder of ['core/formulas', 'core/engine']) {
      const env = { ...process.env, VEST_MUTATION_FOLDER: folder }
      const args = ['run', 'tools/mutation/stryker.config.mjs']
      totals = add(totals, await single(`mutation of ${folder}`, stryker, args, { env }))
    }
    return totals
  },
}

const HELP = `Usage: npm run test:long [-- NAME ...]

The tests of \`npm test\` with larger numbers. Without a name all stages, one after the other; with names those.

Stages
  simulation  200 million commands over 20,000 seeds beside 3,300 seeds of crashes, each with a fresh one (hours)
  lives       20 lives of 200,000 commands
  kills       ${KILLS} times kill -9 under load, and ${TRANSFER_DEATHS} at each arrow of money with ten transfers on their
              way (hours)
  bytes       a journal segment of ${SEGMENT_BYTES} bytes cut and zeroed at each, ${FLIPS} flips and bursts
  replays     ${REPLAYED} commands live, replayed, from snapshots and in groups of 1, 7 and 256, to one hash every 10,000; the
              golden lives
  restarts    ${REPLAYED_EVENTS} events replayed from the first one; a snapshot of 500,000 orders read
  faults      a real process on a full, a failing and a slow disk, 20 times each, under a clock that leaps, ${CLOCKS}
              times, and stopped while another wants its data, ${FENCES} times; eight clients on a disk that
              stalls (parts of it need root, unshare, strace or libfaketime, and say so)
  payments    ${PAYMENTS} payments whose messages are lost, doubled, late, out of order and forged
  deposits    ${DEPOSITS} deposits that three watchers announce up to twenty times, with deaths in between
  bugs        every planted bug: of the rules, of crashes, of the journal
  whole       what \`npm test\` spreads over runs: ${MALFORMED} malformed requests, ${FRAMES} frames, ${MUTATED} mutated signatures,
              ${OPERATIONS} operations of eight clients, ${PREVIEWS} previews of orders, ${STORE_KILLS} kills of the database, every life
  gallery     every scene and page at every size in every language, in both themes; dialogs in both themes; every
              hostile text
  coverage    lines and branches of the core, at least 95 %
  mutation    the rules of the core changed one operator at a time; at least 80 % noticed in each folder (hours)

Last line: N passed, N failed
`

const names = process.argv.slice(2)
if (names.includes('--help')) {
  process.stdout.write(HELP)
  process.exit(0)
}
const unknown = names.filter((name) => !Object.hasOwn(STAGES, name))
if (unknown.length > 0) {
  process.stderr.write(`There is no stage "${unknown[0]}"; there are: ${Object.keys(STAGES).join(', ')}.\n`)
  process.exit(1)
}

process.stdout.write(seedLine('npm run test:long'))
const startedMs = Date.now()
const chosen = Object.keys(STAGES).filter((name) => names.length === 0 || names.includes(name))
let totals = NO_TESTS
for (const [at, name] of chosen.entries()) {
  totals = add(totals, await STAGES[name]())
  const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1)
  process.stdout.write(`${name}: stage ${at + 1} of ${chosen.length} done after ${minutes} minutes\n`)
}
process.stdout.write(closingOf(totals))
process.exit(totals.failures.length === 0 ? 0 : 1)
