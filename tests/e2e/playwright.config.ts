import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './chromium.ts'

/** Journeys in Debian's Chromium against the stack that the start command brings up. One at a time, no retries. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  workers: 1,
  retries: 0,
  fullyParallel: false,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  outputDir: '../../test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 20_000,
    trace: 'off',
    launchOptions: CHROMIUM,
  },
})
