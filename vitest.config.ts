import { defineConfig } from 'vitest/config'

/**
 * `fast`: units and properties beside the code, for `npm run check`. `slow`: what starts processes, chains,
 * databases or many thousand operations. Journeys in a browser run under Playwright.
 */
const EXCLUDE = ['**/node_modules/**', '**/dist/**', 'build/**', 'data/**']
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: [
            '{protocol,core,runtime,adapters,services,contracts,clients,devnet,bench,tools}/**/*.test.ts',
            'tests/rules/**/*.test.ts',
          ],
          exclude: [...EXCLUDE, '**/*.slow.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: [
            '{runtime,adapters,services,contracts,clients,devnet,tools}/**/*.slow.test.ts',
            'tests/{simulation,conformance,world,load}/**/*.test.ts',
          ],
          exclude: EXCLUDE,
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
