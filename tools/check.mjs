#!/usr/bin/env node
/** `npm run check`: the fast half of the tests: types, lint, format, import table and units. */
import { seedLine } from '../runtime/src/testing/rotatingSeed.mjs'
import { runCheckStages, timesTold } from './stages.mjs'
import { closingOf } from './testTotals.mjs'

if (process.argv.includes('--help')) {
  process.stdout.write(
    'Usage: npm run check\n\nTypes, lint, format, import table and unit tests: what to run before every commit.\n',
  )
  process.exit(0)
}
process.stdout.write(seedLine('npm run check'))
const totals = await runCheckStages()
process.stdout.write(timesTold())
process.stdout.write(closingOf(totals))
process.exit(totals.failures.length === 0 ? 0 : 1)
