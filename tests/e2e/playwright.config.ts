import { defineConfig } from '@playwright/test'

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
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
