import { defineConfig } from 'vitest/config'

/**
 * `fast`: units and properties beside the code, for `npm run check`. `slow`: what starts processes, chains,
 * databases or many thousand operations. `alone`: of these what needs every core for itself. `long`: what only a night
 * has time for, or a machine has tools for. Journeys in a browser run under Playwright.
 */
const EXCLUDE = ['**/node_modules/**', '**/dist/**', 'build/**', 'data/**']

/** The whole stack, load, time of the processor, or lives side by side. */
const ALONE = [
  'tests/{conformance,world,load}/**/*.test.ts',
  'tests/simulation/restart.test.ts',
  'runtime/src/startEngine.slow.test.ts',
]
export default defineConfig({
  test: {
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
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
      {
        test: {
          name: 'slow',
          include: [
            '{runtime,adapters,services,contracts,clients,devnet,tools}/**/*.slow.test.ts',
            'tests/simulation/**/*.test.ts',
          ],
          exclude: [...EXCLUDE, ...ALONE],
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
