import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
// @ts-expect-error a script without types
import { isNewSeed, seedLine } from './runtime/src/testing/rotatingSeed.mjs'

if (isNewSeed) process.stdout.write(seedLine('npx vitest run …'))

/**
 * `fast`: units and properties beside the code, for `npm run check`. `slow`: what starts processes, chains,
 * databases or many thousand operations. `stacks`: against the whole stack, two beside each other on two cores. `alone`:
 * what needs every core for itself. `long`: what only a night has time for, or a machine has tools for. Journeys in a
 * browser run under Playwright.
 */
const PROPERTIES = ['tools/seedProperties.ts']
const EXCLUDE = ['**/node_modules/**', '**/dist/**', 'build/**', 'data/**']

/** Load to the limit, time of the processor, or lives side by side. */
const ALONE = [
  'tests/load/{overload,manySockets,malformed,malformedFrames,history}.test.ts',
  'tests/simulation/restart.test.ts',
  'runtime/src/startEngine.slow.test.ts',
]

/** Of the files that take longest, the longest first: begun last, one alone would keep the other core waiting. */
const LONGEST = [
  'conformance/conformance',
  'world/startFailures',
  'world/killed',
  'world/botTrading',
  'src/pgliteStore.slow',
  'simulation/simulate',
  'src/postgresStore.slow',
  'simulation/crashes',
  'twin/plantedRules',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return place < 0 ? LONGEST.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    /** With `--coverage`: what the tests beside the code run of the core. A run below these is a failed run. */
    coverage: {
      provider: 'v8',
      include: ['core/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/testing/**'],
      reporter: ['text-summary', 'json'],
      reportsDirectory: 'build/coverage',
      reportOnFailure: true,
      thresholds: { lines: 95, branches: 95 },
    },
    projects: [
      {
        test: {
          name: 'fast',
          include: [
            '{protocol,core,runtime,adapters,services,contracts,clients,devnet,bench,tools}/**/*.test.ts',
            'tests/rules/**/*.test.ts',
          ],
          exclude: [...EXCLUDE, '**/*.slow.test.ts', '**/*.long.test.ts'],
          testTimeout: 30_000,
          // What each file imports is read once in a worker: of the time that was two thirds.
          isolate: false,
          setupFiles: PROPERTIES,
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
      {
        test: {
          name: 'slow',
          include: [
            '{runtime,adapters,services,contracts,clients,devnet,tools}/**/*.slow.test.ts',
            'tests/{simulation,payments}/**/*.test.ts',
          ],
          exclude: [...EXCLUDE, ...ALONE],
          setupFiles: PROPERTIES,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'stacks',
          include: ['tests/{conformance,world,load}/**/*.test.ts'],
          exclude: [...EXCLUDE, ...ALONE, '**/*.long.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          exclude: [...EXCLUDE, '**/*.long.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'long',
          include: ['{runtime,services,tests}/**/*.long.test.ts'],
          exclude: EXCLUDE,
          fileParallelism: false,
        },
      },
    ],
  },
})
