/** The desk over a scripted engine: each change of a state is told once. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineEvent, EventEnvelope } from '@vest/engine'
import type { Address } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { createNoticeDesk, type NoticeDesk } from './createNoticeDesk.ts'

const ACCOUNT: Address = `0x${'11'.repeat(20)}`
const CAPITAL: Address = `0x${'22'.repeat(20)}`
const OTHER_CAPITAL: Address = `0x${'33'.repeat(20)}`
/** Of 10,000 dollars 100 may be lost in a day and 1,000 in total. */
const LIMITS = {
  priorDayBalance: 10_000e6,
  maxDailyLossLimit: 9_900e6,
  sizeUsd6: 10_000e6,
  maxDrawdownLimit: 9_000e6,
  nextResetTimeMs: 86_400_000,
}

describe('the desk tells once', () => {
  let dir: string
  let desk: NoticeDesk
  let positions: readonly unknown[]
  let trading: readonly { readonly account: Address; readonly ownerId: Address }[]
  let listener: (envelopes: readonly EventEnvelope[]) => void
  let timeMs = 0
  const happens = async (event: object): Promise<readonly string[]> => {
    timeMs += 1
    listener([{ timeMs, events: [event as EngineEvent] } as unknown as EventEnvelope])
    // The answer of the engine is there before the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve))
    const answer = desk.list(ACCOUNT, 200)
    return 'notices' in answer ? answer.notices.map(({ kind }) => kind) : []
  }
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'vest-told-'))
    positions = []
    trading = []
    desk = createNoticeDesk({
      dir,
      engine: {
        onEvents: (hear: typeof listener) => {
          listener = hear
          return () => undefined
        },
        query: async (name: string) =>
          name === 'tradingCapital'
            ? trading.map(({ account, ownerId }) => ({ account, ownerId }))
            : name === 'capital'
              ? trading
              : { positions },
      } as never,
      market: () => undefined,
      serviceStatus: () => ({ status: 'UP', message: null }),
      clock: { nowMs: () => timeMs } as never,
      logger: createLogger({}),
    })
    desk.list(ACCOUNT, 1)
  })
  afterEach(async () => {
    await desk.stop()
    rmSync(dir, { recursive: true })
  })

  it('that the rate which a position pays has passed the bound, and again after it was below', async () => {
    const rate = (value: number) => happens({ kind: 'FundingApplied', symbol: 'BTC-PERP', rate: value })
    // 0.05% in eight hours is 0.00625% in one: 6,250 in the eight decimals of a rate.
    const [below, above] = [6_250, 6_251]
    expect(await rate(above)).toEqual([])
    positions = [{ symbol: 'BTC-PERP', size: 1, isLong: false }]
    expect(await rate(above)).toEqual([])
    positions = [{ symbol: 'BTC-PERP', size: 1, isLong: true }]
    expect(await rate(below)).toEqual([])
    expect(await rate(above)).toEqual(['FUNDING_ABOVE'])
    expect(await rate(above)).toHaveLength(1)
    await rate(below)
    expect(await rate(above)).toHaveLength(2)
  })

  it('each status of an account of Vest Capital, to the owner', async () => {
    const capital = (status: string, isFrozen = false) =>
      happens({ kind: 'CapitalChanged', account: CAPITAL, ownerId: ACCOUNT, capital: { status, isFrozen } })
    expect(await capital('active')).toEqual(['CAPITAL_CHANGED'])
    expect(await capital('active')).toHaveLength(1)
    expect(await capital('active', true)).toHaveLength(2)
    expect(await capital('goal_passed')).toHaveLength(3)
  })

  it('the status of each of two accounts of one owner, whatever is told of the other in between', async () => {
    const kindsAfter = (account: Address) =>
      happens({
        kind: 'CapitalChanged',
        account,
        ownerId: ACCOUNT,
        capital: { status: 'active', isFrozen: false },
      })
    expect(await kindsAfter(CAPITAL)).toHaveLength(1)
    expect(await kindsAfter(OTHER_CAPITAL)).toHaveLength(2)
    expect(await kindsAfter(CAPITAL)).toHaveLength(2)
  })

  it('half and 80 % of an allowed loss, to the owner, and listeners hear of each change', async () => {
    const heard: number[] = []
    desk.onChange((account, unread) => account === ACCOUNT && heard.push(unread))
    const look = async (equity: number) => {
      trading = [{ account: CAPITAL, ownerId: ACCOUNT, equity, capital: LIMITS } as (typeof trading)[number]]
      await desk.look()
      const answer = desk.list(ACCOUNT, 200)
      return 'notices' in answer ? answer.notices.map(({ values }) => values['used']) : []
    }
    expect(await look(9_960e6)).toEqual([])
    expect(await look(9_950e6)).toEqual(['50'])
    expect(await look(9_950e6)).toEqual(['50'])
    expect(await look(9_920e6)).toEqual(['80', '50'])
    await desk.markRead(ACCOUNT, undefined)
    expect(heard).toEqual([1, 2, 0])
  })

  it('a market that was listed', async () => {
    const spec = { symbol: 'NEW-PERP', displayName: 'New' }
    expect(await happens({ kind: 'MarketListed', spec })).toEqual(['MARKET_LISTED'])
    expect(await happens({ kind: 'MarketListed', spec })).toHaveLength(1)
  })
})
