import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './chromium.ts'

const GALLERY = 'gallery.e2e.ts'

/**
 * `journeys` in Debian's Chromium against the stack that the start command brings up: one at a time. `gallery`: scenes
 * behind which no exchange stands, each size beside the next where the command gives workers. No retries.
 */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'journeys', testMatch: '*.e2e.ts', testIgnore: GALLERY },
    { name: 'gallery', testMatch: GALLERY, fullyParallel: true },
  ],
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
