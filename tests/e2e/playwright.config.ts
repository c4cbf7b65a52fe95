import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
// @ts-expect-error a script without types
import { isNewSeed, seedLine } from '../../runtime/src/testing/rotatingSeed.mjs'
import { CHROMIUM } from './chromium.ts'

if (isNewSeed) process.stdout.write(seedLine('npx playwright test …'))

/** Journeys in Debian's Chromium against the stack that the start command brings up. On two cores two files at a time, no retries. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './journeyStack.ts',
  workers: availableParallelism(),
  retries: 0,
  fullyParallel: false,
  timeout: 360_000,
  expect: { timeout: 40_000 },
  forbidOnly: true,
  outputDir: '../../test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 40_000,
    trace: 'off',
    launchOptions: CHROMIUM,
  },
})
