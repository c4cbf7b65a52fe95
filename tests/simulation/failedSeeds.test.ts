/** What a seed has found once is looked for ever after: half of them in a run, by turns. */
import { describe, expect, it } from 'vitest'
import { inTurn } from '../../runtime/src/testing/runSeed.ts'
import { simulateCrashes } from './crashes/simulateCrashes.ts'
import { FAILED_SEEDS, lineOf } from './failedSeeds.ts'
import { simulate } from './simulate.ts'
import { createTwin } from './twin/twin.ts'

describe('[R1] seeds that have failed', () => {
  it('stay found: none of them violates anything any more', async () => {
    const violations: string[] = []
    const lives = process.env['VEST_EVERY_LIFE'] === '1' ? FAILED_SEEDS : inTurn(FAILED_SEEDS, 2)
    for (const failed of lives) {
      const result =
        failed.kind === 'life'
          ? simulate({
              seed: failed.seed,
              ops: failed.ops,
              audits: failed.audits ?? 'always',
              ...(failed.twin === true ? { twin: createTwin } : {}),
            })
          : await simulateCrashes({ seed: failed.seed })
      violations.push(...result.violations.map((violation) => `${lineOf(failed)} ${violation}`))
    }
    expect(violations).toEqual([])
  })

  it('are written down as the line that a failed run prints', () => {
    const violation = "I4: replay from genesis has another hash than the operator's"
    const line = lineOf({ kind: 'life', seed: 17, ops: 4_200, found: violation })
    expect(line).toBe(
      "  { kind: 'life', seed: 17, ops: 4200, found: 'I4: replay from genesis has another hash than the operator’s' },",
    )
    // It is a line of the list: it means what was written.
    const read = new Function(`return [${line}]`)() as unknown[]
    expect(read).toEqual([{ kind: 'life', seed: 17, ops: 4_200, found: violation.replace("'", '’') }])
  })
})
