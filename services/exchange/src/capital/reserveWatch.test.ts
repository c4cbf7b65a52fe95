import { describe, expect, it, vi } from 'vitest'
import type { CapitalTreasuryView } from '@vest/engine'
import { usd6 } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import { createLogger } from '../logger.ts'
import { startReserveWatch } from './reserveWatch.ts'

describe('the alarm of the treasury', () => {
  it('says once that it is low, that it is short, and that it is enough again; and goes on when it cannot look', async () => {
    let state: CapitalTreasuryView['state'] | 'unreachable' = 'OK'
    const query = async (): Promise<CapitalTreasuryView> => {
      if (state === 'unreachable') throw new Error('the engine has stopped')
      const sums = { balanceUsd6: usd6(90_000_000), owedUsd6: usd6(80_000_000), waitingUsd6: usd6(0) }
      return { state, incomeUsd6: usd6(0), ...sums }
    }
    const told: string[] = []
    const note = (level: string) => (_: unknown, text: string) => void told.push(`${level} ${text}`)
    const logger = Object.assign(createLogger({}), {
      warn: vi.fn(note('warn')),
      error: vi.fn(note('error')),
    })
    const watch = startReserveWatch({ query } as unknown as Pick<EngineClient, 'query'>, logger)
    for (state of ['OK', 'LOW', 'LOW', 'unreachable', 'LOW', 'SHORT', 'OK', 'OK'] as const) await watch.look()
    await watch.stop()
    expect(told).toEqual([
      'error the treasury of Vest Capital is low: no claim is opened until it is filled up',
      'warn the treasury of Vest Capital was not looked at',
      'error the treasury of Vest Capital is short: no claim is opened, and payouts beyond it wait in order',
      'warn the treasury of Vest Capital is enough again',
    ])
    expect(logger.error).toHaveBeenCalledWith(
      { balance: '90.000000', owed: '80.000000', waiting: '0.000000' },
      expect.anything(),
    )
  })
})
