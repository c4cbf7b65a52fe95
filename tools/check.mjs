#!/usr/bin/env node
/** `npm run check`: the fast half of the tests: types, lint, format, import table and units. */
import { runCheckStages } from './stages.mjs'

if (process.argv.includes('--help')) {
  process.stdout.write(
    'Usage: npm run check\n\nTypes, lint, format, import table and unit tests: what to run before every commit.\n',
  )
  process.exit(0)
}
const totals = await runCheckStages()
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 ? 0 : 1)
