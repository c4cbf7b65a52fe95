import { MARKET_STORE_THROTTLE_MS } from '@vest/protocol'
import { expect, it } from 'vitest'
import { createManualClock } from '@vest/sdk/testing/manualClock'
import { throttle } from './throttle.ts'

it('[9.9] runs at most once per 125 ms and never loses the last call', async () => {
  const clock = createManualClock()
  const startMs = clock.now()
  const runs: number[] = []
  const run = throttle(() => runs.push(clock.now() - startMs), MARKET_STORE_THROTTLE_MS, clock)
  run()
  run()
  await clock.advance(50)
  run()
  await clock.advance(500)
  expect(runs).toEqual([0, 125])
  run()
  expect(runs).toEqual([0, 125, 550])
  run()
  run.cancel()
  await clock.advance(500)
  expect(runs).toHaveLength(3)
})
