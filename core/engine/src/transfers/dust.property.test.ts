/** Deposits below a dollar: whatever arrives, and however often a watcher says it, memory and releases stay small. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REFUSAL, type Address, type Hex, type Id, type Usd6 } from '@vest/protocol'
import type { CreditDust, TransferRecord } from '../api/index.ts'
import { decodeState, encodeState, encodeStateBytes } from '../snapshot/index.ts'
import { createNamedWorld, type NamedWorld, USDC } from '../testing/namedWorld.ts'

const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
const STRANGER = hex(40, 0x57a) as Address

interface Log {
  readonly chainId: number
  readonly blockNumber: number
  readonly logIndex: number
  readonly amount: number
  readonly account: Address
}
const commandOf = ({ amount, ...log }: Log): CreditDust => ({
  kind: 'CreditDust',
  ...log,
  amountUsd6: amount as Usd6,
  token: hex(40, 0xcc) as Address,
  id: hex(64, log.chainId * 1e9 + log.blockNumber * 1_000 + log.logIndex) as Id,
  txHash: hex(64, log.blockNumber),
  blockHash: hex(64, log.blockNumber),
})
const told = (made: NamedWorld): readonly TransferRecord[] =>
  made.events().flatMap((event) => (event.kind === 'TransferUpdated' ? [event.transfer] : []))

describe('E6 dust', () => {
  it('[10.2] is one sum that grows, and one deposit when it is a dollar', () => {
    const made = createNamedWorld()
    const account = made.account('a', 1_000)
    const log = (blockNumber: number, amount: number): CreditDust =>
      commandOf({ chainId: 1, blockNumber, logIndex: 0, amount, account })
    made.run(log(1, 400_000))
    expect(told(made)).toMatchObject([{ id: log(1, 1).id, type: 'DEPOSIT', status: 'NEW', size: 400_000 }])
    made.run(log(2, 599_999))
    expect(told(made)).toMatchObject([{ id: log(1, 1).id, status: 'NEW', size: 999_999 }])
    expect(made.view('a').collateral).toBe(1_000 * USDC)
    expect(made.exchange.money.SUSPENSE).toBe(999_999)
    made.run(log(3, 1))
    expect(told(made)).toMatchObject([
      { id: log(1, 1).id, status: 'FILLED', size: 1_000_000, txHash: log(3, 1).txHash },
    ])
    expect(made.view('a')).toMatchObject({
      collateral: 1_001 * USDC,
      softCredit: 0,
      withdrawable: 1_001 * USDC,
    })
    // The next one begins another sum.
    made.run(log(4, 7))
    expect(told(made)).toMatchObject([{ id: log(4, 1).id, status: 'NEW', size: 7 }])
  })

  it('is refused where it is none, or has no place', () => {
    const made = createNamedWorld()
    const account = made.account('a', 1_000)
    const good = { chainId: 1, blockNumber: 1, logIndex: 0, amount: 1, account }
    for (const bad of [
      ...[0, -1, 0.5, Number.NaN, 1_000_000, 2 ** 53].map((amount) => ({ amount })),
      ...[-1, 0.5, Number.NaN].flatMap((place) => [{ blockNumber: place }, { logIndex: place }]),
    ])
      expect(made.run({ ...commandOf({ ...good, ...bad }), id: hex(64, 1) as Id })).toEqual({
        ok: false,
        code: REFUSAL.INVALID_PARAMETER,
      })
    expect(made.exchange.dust.marks.size).toBe(0)
  })

  it('waits for the account that will own its address, on each chain by itself', () => {
    const made = createNamedWorld()
    // The address that the next account will have.
    const late = hex(40, 0xa0) as Address
    const log = (chainId: number, blockNumber: number, amount: number): CreditDust =>
      commandOf({ chainId, blockNumber, logIndex: 0, amount, account: late })
    for (let block = 1; block <= 3; block += 1) made.run(log(1, block, 600_000))
    made.run(log(2, 1, 999_999))
    expect(made.exchange.dust.sums.size).toBe(2)
    expect(made.account('late', 0)).toBe(late)
    expect(told(made)).toMatchObject([{ status: 'FILLED', size: 1_800_000, chainId: 1 }])
    expect(made.view('late').collateral).toBe(1_800_000)
    expect(made.exchange.money.SUSPENSE).toBe(999_999)
  })

  it('50,000 transfers of a millionth of a dollar are one row, and their release is one deposit', () => {
    const made = createNamedWorld({ isUnchecked: true })
    const account = made.account('a', 1_000)
    const before = encodeStateBytes(made.exchange).length
    const { size: finished } = made.exchange.finishedTransfers
    for (let block = 1; block <= 50_000; block += 1)
      made.run(commandOf({ chainId: 1, blockNumber: block, logIndex: 0, amount: 1, account }))
    const { dust, transfers, finishedTransfers, depositLogs } = made.exchange
    expect([dust.sums.size, dust.marks.size, transfers.size]).toEqual([1, 1, 0])
    expect(finishedTransfers.size).toBe(finished)
    expect([...depositLogs.keys()].filter((log) => log.startsWith('1:'))).toEqual([])
    expect(encodeStateBytes(made.exchange).length - before).toBeLessThan(1_000)
    made.run(commandOf({ chainId: 1, blockNumber: 50_001, logIndex: 0, amount: 950_000, account }))
    expect(told(made)).toMatchObject([{ status: 'FILLED', size: 1_000_000 }])
    expect(made.events()).toHaveLength(1)
    expect([dust.sums.size, finishedTransfers.size]).toEqual([0, finished + 1])
  })

  it('is counted exactly once, in whatever pieces and however often a chain is told from its begin', () => {
    const logs = fc.array(
      fc.record({
        chainId: fc.constantFrom(1, 2),
        amount: fc.integer({ min: 1, max: 999_999 }),
        who: fc.constantFrom('a', 'b', 'stranger'),
        inBlock: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 60, size: 'max' },
    )
    /** How many of them each telling says: all tellings begin with the first. */
    const tellings = fc.array(fc.nat(60), { maxLength: 6 })
    fc.assert(
      fc.property(logs, tellings, fc.boolean(), (sent, parts, isRestored) => {
        const made = createNamedWorld()
        const addresses = { a: made.account('a', 1_000), b: made.account('b', 1_000), stranger: STRANGER }
        const places = new Map<number, { blockNumber: number; logIndex: number }>()
        const all = sent.map(({ chainId, amount, who, inBlock }): CreditDust => {
          const last = places.get(chainId) ?? { blockNumber: 1, logIndex: -1 }
          const place =
            inBlock > 0
              ? { blockNumber: last.blockNumber, logIndex: last.logIndex + inBlock }
              : { blockNumber: last.blockNumber + 1, logIndex: 0 }
          places.set(chainId, place)
          return commandOf({ chainId, amount, account: addresses[who], ...place })
        })
        const before = made.exchange.money.VAULT
        for (const count of [...parts, all.length])
          for (const command of all.slice(0, count)) expect(made.run(command)).toMatchObject({ ok: true })
        const sumOf = (some: readonly CreditDust[]): number =>
          some.reduce((sum, { amountUsd6 }) => sum + amountUsd6, 0)
        const { exchange } = made
        expect(exchange.money.VAULT - before).toBe(sumOf(all))
        let waiting = 0
        for (const name of ['a', 'b', 'stranger'] as const)
          for (const chainId of [1, 2]) {
            const own = all.filter((one) => one.account === addresses[name] && one.chainId === chainId)
            const held = exchange.dust.sums.get(`${chainId}:${addresses[name]}`)?.size ?? 0
            waiting += held
            if (name === 'stranger') expect(held).toBe(sumOf(own))
            else expect(held).toBeLessThan(1_000_000)
          }
        const credited = (['a', 'b'] as const).map((name) => made.view(name).collateral - 1_000 * USDC)
        expect(credited[0]! + credited[1]! + waiting).toBe(sumOf(all))
        expect(exchange.money.SUSPENSE).toBe(waiting)
        expect(exchange.dust.sums.size).toBeLessThanOrEqual(6)
        if (isRestored) expect(encodeState(decodeState(encodeState(exchange)))).toBe(encodeState(exchange))
      }),
      { numRuns: 60 },
    )
  })
})
