/**
 * Lives of address books beside the twin: addresses saved and removed, lists switched on and off, locks, and withdrawals
 * to all of them while hours and days go by. No seeded life of the exchange sends these changes.
 */
import {
  type AddressBookChange,
  apply,
  type ChangeAddressBook,
  type Command,
  createExchange,
  type RequestWithdrawal,
  type SequencedCommand,
} from '@vest/engine'
import { REFUSAL, type Address, type Hex, type Id, timeMs, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../../core/engine/src/testing/world.ts'
import { createCompanion, type Difference } from '../companion.ts'

const HOUR_MS = 3_600_000
const FRIEND: Hex = `0x${'12'.repeat(20)}`
const OTHER: Hex = `0x${'34'.repeat(20)}`
const SOLANA = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR' as Hex

const place = fc.constantFrom(
  { recipient: FRIEND },
  { recipient: FRIEND, chainId: 42_161 },
  { recipient: OTHER, chainId: 8_453 },
  { recipient: SOLANA, chainId: 0 },
  { recipient: SOLANA },
)
const change: fc.Arbitrary<AddressBookChange> = fc.oneof(
  place.map((to) => ({ kind: 'SAVE' as const, label: 'Mine', ...to })),
  place.map((to) => ({ kind: 'REMOVE' as const, ...to })),
  fc.constantFrom({ kind: 'LIST_ON' as const }, { kind: 'LIST_OFF' as const }),
  fc.constantFrom(0, 1, 2, 24 * 31).map((hours) => ({ kind: 'LOCK' as const, durationMs: hours * HOUR_MS })),
)
const who = fc.nat({ max: 1 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), who, change }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      who,
      isTrusted: fc.boolean(),
      dollars: fc.constantFrom(5, 900, 60_000),
      to: fc.constantFrom<readonly [Hex | undefined, number]>(
        ...[undefined, FRIEND, OTHER].flatMap((recipient) =>
          [42_161, 8_453].map((chainId) => [recipient, chainId] as const),
        ),
        [SOLANA, 0],
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 12, 24) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cool' as const), hours: fc.constantFrom(0, 2, 24) }),
  },
)

/** Without it most withdrawals would be free to go. */
const BEGIN = { kind: 'change', who: 0, change: { kind: 'LIST_ON' } } as const

/** The first; everything is compared after each command. */
function differenceIn(log: readonly SequencedCommand[]): Difference | undefined {
  const state = createExchange()
  const companion = createCompanion(state, { digestsFrom: 0 })
  for (const sequenced of log) {
    const found = companion.follow(sequenced, apply(state, sequenced))
    if (found !== undefined) return found
  }
  return undefined
}

describe('an address book beside the twin', () => {
  it('says the same after every change, request and hour', () => {
    const met = new Set<number>()
    fc.assert(
      fc.property(fc.array(step, { minLength: 12, maxLength: 40 }), (steps) => {
        const world = createWorld({ markets: [], audit: false })
        const accounts = [1, 2].map(() => world.trader(2_000_000).address)
        let nonce = 2 ** 50
        const hex = (digits: number): Hex => `0x${(nonce += 1).toString(16).padStart(digits, '0')}`
        const signed = (account: Address) => ({
          account,
          signer: account,
          nonce: (nonce += 1),
          recvWindowMs: 5_000,
          orderTimeMs: timeMs(world.now()),
        })
        const commandOf = (one: (typeof steps)[number] | typeof BEGIN): Command => {
          if (one.kind === 'cool')
            return { kind: 'ChangeParameters', exchange: { addressCoolDownMs: one.hours * HOUR_MS } }
          if (one.kind === 'wait') return { kind: 'TickTimer' }
          const account = accounts[one.who]!
          if (one.kind === 'change')
            return {
              kind: 'ChangeAddressBook',
              ...signed(account),
              change: one.change,
            } satisfies ChangeAddressBook
          const [recipient = account, chainId] = one.to
          return {
            kind: 'RequestWithdrawal',
            id: hex(64) as Id,
            ...signed(account),
            recipient,
            chainId,
            isTrustedRecipient: one.isTrusted,
            token: hex(40) as Address,
            execute: false,
            sizeUsd6: usd6(one.dollars * 1_000_000),
            networkFeeUsd6: usd6(0),
            requestArgs: '0x',
            signature: '0x',
            signatureProof: '0x',
          } satisfies RequestWithdrawal
        }
        for (const one of [BEGIN, ...steps]) {
          const { events } = world.run(commandOf(one), one.kind === 'wait' ? one.hours * HOUR_MS : 1)
          for (const event of events)
            if (event.kind === 'TransferUpdated' && event.transfer.code !== undefined)
              met.add(event.transfer.code)
        }
        expect(differenceIn(world.log)).toBeUndefined()
      }),
      { numRuns: 60 },
    )
    expect([...met]).toEqual(
      expect.arrayContaining([
        REFUSAL.RECIPIENT_NOT_SAVED,
        REFUSAL.RECIPIENT_TOO_NEW,
        REFUSAL.WITHDRAWALS_LOCKED,
      ]),
    )
  })
})
