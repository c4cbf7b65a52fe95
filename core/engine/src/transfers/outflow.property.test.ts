/**
 * E3: caps decide when, not whether. Attackers ask for as much as they own and never execute; an honest owner asks after
 * them. The owner's wait follows from their sum alone, and what is never executed gives back no hour that has begun.
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Address, type Hex, type Id, usd6 } from '@vest/protocol'
import type { RequestWithdrawal, TransferRecord } from '../api/index.ts'
import { decodeState, encodeState } from '../snapshot/index.ts'
import { createNamedWorld, type NamedWorld, USDC } from '../testing/namedWorld.ts'

const HOUR_MS = 3_600_000
const WINDOW = 24
const DELAY_HOURS = 12
const ATTACKERS = 4
const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`

let count = 0
function request(made: NamedWorld, name: string, sizeUsd6: number): TransferRecord {
  const recipient = made.addressOf(name)
  count += 1
  const command: RequestWithdrawal = {
    kind: 'RequestWithdrawal',
    ...made.signed(name),
    id: hex(64, 0xf000_0000 + count) as Id,
    recipient,
    isTrustedRecipient: true,
    token: hex(40, 0xcc) as Address,
    sizeUsd6: usd6(sizeUsd6),
    chainId: 42_161,
    execute: false,
    networkFeeUsd6: usd6(0),
    requestArgs: '0x01',
    signature: '0x02',
    signatureProof: '0x',
  }
  made.run(command)
  return made.events().flatMap((event) => (event.kind === 'TransferUpdated' ? [event.transfer] : []))[0]!
}

interface Life {
  readonly made: NamedWorld
  readonly hourCap: number
  readonly dayCap: number
  /** Hours from the present one until it may leave; Infinity = refused. */
  readonly hoursOf: (record: TransferRecord) => number
}

/** In the first second of an hour that begins with this vault, half of which the attackers have. */
function life(vaultUsdc: number, attackers: number, honestUsdc: number): Life {
  const half = Math.floor(vaultUsdc / 2)
  const made = createNamedWorld({ poolUsdc: Math.max(0, vaultUsdc - half - honestUsdc), isUnchecked: true })
  for (let n = 0; n < attackers; n += 1) made.account(`attacker ${n}`, half)
  made.account('honest', honestUsdc)
  made.wait(HOUR_MS - (made.exchange.timeMs % HOUR_MS))
  // Each of them is given it all; together they ask for half of the vault and no more.
  made.exchange.money.VAULT = usd6(vaultUsdc * USDC)
  made.run({ kind: 'TickTimer' })
  const vault = made.exchange.outflow.vaultAtStart
  const from = made.exchange.timeMs
  return {
    made,
    hourCap: Math.max(250_000 * USDC, Math.floor(vault / 10)),
    dayCap: Math.max(1_000_000 * USDC, Math.floor((vault * 3) / 10)),
    hoursOf: ({ status, eligibleTimeMs = from }) =>
      status === 'REJECTED' ? Infinity : Math.floor((eligibleTimeMs - from) / HOUR_MS),
  }
}

/** In which hour the last of a sum leaves that is alone and takes all that the caps let out. */
const hoursFor = (sum: number, { hourCap, dayCap }: Life): number =>
  WINDOW * Math.floor((sum - 1) / dayCap) + Math.floor(((sum - 1) % dayCap) / hourCap)

const vaults = fc.oneof(
  fc.integer({ min: 10_000, max: 3_000_000 }),
  fc.integer({ min: 3_000_000, max: 100_000_000 }),
)
/** Who asks, and for which share of what the attackers have left. */
const attacks = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 1_000 })), {
  minLength: 1,
  maxLength: 40,
  size: 'max',
})

/** All that was taken in. */
function attack({ made }: Life, vaultUsdc: number, asked: readonly (readonly [number, number])[]): number {
  let left = Math.floor(vaultUsdc / 2) * USDC
  let taken = 0
  for (const [who, share] of asked) {
    const size = Math.min(500_000 * USDC, Math.max(USDC, Math.floor((left * share) / 1_000)))
    if (size > left) break
    if (request(made, `attacker ${who}`, size).status === 'REJECTED') continue
    left -= size
    taken += size
  }
  return taken
}

describe('E3 an attacker who owns at most half of the vault', () => {
  it('delays no honest request in the small lane', () => {
    fc.assert(
      fc.property(vaults, attacks, fc.integer({ min: 1, max: 1_000 }), (vaultUsdc, asked, dollars) => {
        const made = life(vaultUsdc, 1, 1_000)
        // One owner: whatever it asks for, at most a thousand dollars of it go through the lane.
        attack(
          made,
          vaultUsdc,
          asked.map(([, share]) => [0, share]),
        )
        const lane = Math.floor(made.made.exchange.outflow.vaultAtStart / 10)
        fc.pre((1_000 + dollars) * USDC <= lane)
        expect(made.hoursOf(request(made.made, 'honest', dollars * USDC))).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('delays any other by no more hours than the caps take for its sum', () => {
    let delayed = 0
    fc.assert(
      fc.property(vaults, attacks, fc.integer({ min: 2_000, max: 49_999 }), (vaultUsdc, asked, dollars) => {
        const made = life(vaultUsdc, ATTACKERS, 50_000)
        const size = dollars * USDC
        const sum = attack(made, vaultUsdc, asked)
        const hours = made.hoursOf(request(made.made, 'honest', size))
        // What is asked for must first wait its twelve hours, and each owner may leave an hour that others cannot fill.
        const isDayFull = sum + size > made.dayCap
        const bound = hoursFor(sum + size, made) + (isDayFull ? DELAY_HOURS + ATTACKERS : 0)
        expect(hours).toBeLessThanOrEqual(bound)
        if (sum + size <= made.dayCap) expect(hours).toBeLessThanOrEqual(sum / made.hourCap + 1)
        if (hours > 0) delayed += 1
      }),
      { numRuns: 250 },
    )
    // Some seventy of them are delayed: a seed with twenty or fewer is not met in a lifetime.
    expect(delayed).toBeGreaterThan(20)
  })

  it('never brings an hour, or twenty-four of them, above their caps', () => {
    fc.assert(
      fc.property(vaults, attacks, (vaultUsdc, asked) => {
        const made = life(vaultUsdc, ATTACKERS, 50_000)
        attack(made, vaultUsdc, asked)
        const { hours, hour } = made.made.exchange.outflow
        for (let from = hour - WINDOW; from <= hour + 120; from += 1) {
          let sum = 0
          for (let at = from; at < from + WINDOW; at += 1) sum += hours.get(at)?.sum ?? 0
          expect(sum).toBeLessThanOrEqual(made.dayCap)
          expect(hours.get(from)?.sum ?? 0).toBeLessThanOrEqual(made.hourCap)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('gives back no hour that has begun by what its owner never executes', () => {
    fc.assert(
      fc.property(vaults, attacks, fc.integer({ min: 0, max: 200 }), (vaultUsdc, asked, waited) => {
        const one = life(vaultUsdc, ATTACKERS, 50_000)
        attack(one, vaultUsdc, asked)
        const { made } = one
        made.wait(waited * HOUR_MS)
        made.run({ kind: 'TickTimer' })
        const { exchange } = made
        const begun = () =>
          [...exchange.outflow.hours]
            .filter(([hour]) => hour <= exchange.outflow.hour)
            .map(([hour, { sum }]) => [hour, sum])
        const before = begun()
        const { laneSum } = exchange.outflow
        for (const { record } of [...exchange.transfers.values()])
          if (record.type === 'WITHDRAW') made.run({ kind: 'RefundWithdrawal', id: record.id })
        expect(begun()).toEqual(before)
        expect(exchange.outflow.laneSum).toBe(laneSum)
        // What has not begun is free again, to the micro-dollar.
        expect([...exchange.outflow.hours.keys()].filter((hour) => hour > exchange.outflow.hour)).toEqual([])
        expect(encodeState(decodeState(encodeState(exchange)))).toBe(encodeState(exchange))
      }),
      { numRuns: 60 },
    )
  })
})

describe('E3 the cost of a request', () => {
  it('does not grow with how many others have asked: no withdrawal of before is looked at', () => {
    const one = life(50_000_000, 1, 50_000)
    for (let n = 0; n < 500; n += 1) request(one.made, 'attacker 0', 2_000 * USDC)
    const { exchange } = one.made
    const [attacker] = exchange.accounts
    let looks = 0
    const watched = <T extends object>(list: T[]): void => {
      for (const [place, item] of list.entries())
        list[place] = new Proxy(item, {
          get: (held, name) => ((looks += 1), Reflect.get(held, name) as unknown),
        })
    }
    watched(exchange.recentWithdrawals)
    watched(attacker!.withdrawals)
    request(one.made, 'attacker 0', 2_000 * USDC)
    // Its own first one, which no tick has dropped, and that is all.
    expect(looks).toBeLessThanOrEqual(2)
    expect(exchange.outflow.hours.size).toBeLessThanOrEqual(144)
  })
})
