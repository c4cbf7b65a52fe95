/** The breaker: what more than five times the usual in ten minutes stops, what it spares, and that it ends by itself. */
import { describe, expect, it } from 'vitest'
import { type Address, type Hex, type Id, usd6 } from '@vest/protocol'
import { decodeState, encodeState } from '../snapshot/index.ts'
import { createNamedWorld, type NamedWorld, USDC } from '../testing/namedWorld.ts'
import { breakerLimit, queuedUntilMs } from './breaker.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`

/** Fifty millions in the vault as the hour begins; every withdrawal is quick. */
function world(): NamedWorld {
  const made = createNamedWorld({ poolUsdc: 40_000_000 })
  for (const name of ['a', 'b', 'c']) made.account(name, 3_000_000)
  made.run({ kind: 'ChangeParameters', exchange: { quickWithdrawalUsd6: usd6(10_000_000 * USDC) } })
  made.wait(HOUR_MS - (made.exchange.timeMs % HOUR_MS))
  made.run({ kind: 'TickTimer' })
  return made
}
let count = 0
function request(made: NamedWorld, name: string, dollars: number): Id {
  count += 1
  const id = hex(64, 0xb000_0000 + count) as Id
  made.run({
    kind: 'RequestWithdrawal',
    ...made.signed(name),
    id,
    recipient: made.addressOf(name),
    isTrustedRecipient: true,
    token: hex(40, 0xcc) as Address,
    sizeUsd6: usd6(dollars * USDC),
    chainId: 42_161,
    execute: false,
    networkFeeUsd6: usd6(0),
    requestArgs: '0x01',
    signature: '0x02',
    signatureProof: '0x',
  })
  return id
}
const isApproved = (made: NamedWorld, id: Id): boolean => made.exchange.transfers.get(id)!.isApproved
const kinds = (made: NamedWorld): string[] => made.events().map(({ kind }) => kind)

describe('[10.6] the breaker', () => {
  it('trips above five times 25,000 in ten minutes where less is usual, and tells it once', () => {
    const made = world()
    expect(breakerLimit(made.exchange)).toBe(125_000 * USDC)
    expect(isApproved(made, request(made, 'a', 125_000))).toBe(true)
    expect(kinds(made)).not.toContain('BreakerTripped')
    expect(isApproved(made, request(made, 'a', 2_000))).toBe(true)
    expect(made.events()).toContainEqual({
      kind: 'BreakerTripped',
      releasedUsd6: 127_000 * USDC,
      limitUsd6: 125_000 * USDC,
      untilMs: made.exchange.timeMs + 600_000,
    })
    const queued = request(made, 'b', 2_000)
    expect(isApproved(made, queued)).toBe(false)
    expect(made.exchange.transfers.get(queued)!.record.status).toBe('NEW')
    expect(kinds(made)).not.toContain('BreakerTripped')
  })

  it('spares small sums, and does not count them', () => {
    const made = world()
    request(made, 'a', 200_000)
    expect(isApproved(made, request(made, 'b', 1_000))).toBe(true)
    expect(made.exchange.outflow.lately.at(-1)).toBe(200_000 * USDC)
  })

  it('ends by itself when what was released is ten minutes old, and releases in the order of the requests', () => {
    const made = world()
    request(made, 'a', 200_000)
    const ids = [request(made, 'b', 100_000), request(made, 'c', 100_000), request(made, 'b', 2_000)]
    made.wait(600_000 - 1)
    made.run({ kind: 'TickTimer' })
    expect(ids.map((id) => isApproved(made, id))).toEqual([false, false, false])
    made.wait(1)
    made.run({ kind: 'TickTimer' })
    // The second trips it anew.
    expect(ids.map((id) => isApproved(made, id))).toEqual([true, true, false])
    expect(kinds(made)).toContain('BreakerTripped')
  })

  it('may be asked any number of times: that leaves no trace', () => {
    const made = world()
    request(made, 'a', 200_000)
    made.wait(300_000)
    made.run({ kind: 'TickTimer' })
    const before = encodeState(made.exchange)
    expect(queuedUntilMs(made.exchange)).toBe(made.exchange.timeMs + 300_000)
    expect(encodeState(made.exchange)).toBe(before)
  })

  it('knows after a snapshot what it knew before', () => {
    const made = world()
    request(made, 'a', 200_000)
    const id = request(made, 'b', 2_000)
    const restored = decodeState(encodeState(made.exchange))
    expect(encodeState(restored)).toBe(encodeState(made.exchange))
    expect(restored.openTransfers.nextEligibleMs).toBeLessThanOrEqual(made.exchange.timeMs + 600_000)
    expect([...restored.openTransfers.unapproved].map(({ record }) => record.id)).toEqual([id])
  })

  it('compares with the mean of thirty days where that is more', () => {
    const made = world()
    request(made, 'c', 2_000)
    made.exchange.outflow.days = Array.from({ length: 30 }, () => 5_000_000 * USDC)
    expect(breakerLimit(made.exchange)).toBe(5 * Math.floor((150_000_000 * USDC) / 4_320))
    request(made, 'a', 150_000)
    expect(kinds(made)).not.toContain('BreakerTripped')
    made.wait(DAY_MS)
    request(made, 'b', 2_000)
    expect(made.exchange.outflow.days).toHaveLength(30)
    expect(made.exchange.outflow.days.at(-1)).toBe(152_000 * USDC)
  })
})
