/** Where money may go: what is stricter holds at once, what is looser after the cool-down, and a lock until its end. */
import { REFUSAL, type Address, type Hex, type Id, timeMs, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AddressBookChange, AddressBookView, RequestWithdrawal, TransferRecord } from '../api/index.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { CHAIN, createWorld, TOKEN, type Trader, type World } from '../testing/world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FRIEND: Hex = `0x${'12'.repeat(20)}`
const SOLANA = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR' as Hex
const SAVE: AddressBookChange = { kind: 'SAVE', label: 'Friend', recipient: FRIEND }

function scene() {
  const world = createWorld({ markets: [] })
  const person = world.trader(1_000_000)
  world.run({ kind: 'TickTimer' }, HOUR_MS)
  return { world, person }
}
let nonce = 2 ** 40
const signed = (world: World, { address }: Trader, signer: Address = address) => ({
  account: address,
  signer,
  nonce: (nonce += 1),
  recvWindowMs: 5_000,
  orderTimeMs: timeMs(world.now()),
})
function change(world: World, person: Trader, made: AddressBookChange, afterMs = 0, signer?: Address) {
  world.run({ kind: 'TickTimer' }, afterMs)
  return world.run({ kind: 'ChangeAddressBook', ...signed(world, person, signer), change: made }).answer
}
const viewOf = ({ exchange }: World, { address }: Trader): AddressBookView =>
  query(exchange, 'addressBook', { account: address })!

interface Asked extends Partial<RequestWithdrawal> {
  readonly dollars?: number
  readonly afterMs?: number
}
/** The record of a withdrawal: to the friend, unless another is asked for. */
function pay(
  world: World,
  person: Trader,
  { dollars = 5, afterMs = 0, ...more }: Asked = {},
): TransferRecord {
  world.run({ kind: 'TickTimer' }, afterMs)
  const id = `0x${(nonce += 1).toString(16).padStart(64, '0')}` as Id
  const { events } = world.run({
    kind: 'RequestWithdrawal',
    id,
    ...signed(world, person),
    recipient: FRIEND,
    chainId: CHAIN,
    isTrustedRecipient: true,
    token: TOKEN,
    sizeUsd6: usd6(dollars * 1_000_000),
    execute: false,
    networkFeeUsd6: usd6(0),
    requestArgs: '0x',
    signature: '0x',
    signatureProof: '0x',
    ...more,
  })
  return events.flatMap((event) => (event.kind === 'TransferUpdated' ? [event.transfer] : []))[0]!
}

describe('an address book', () => {
  it('pays only saved addresses while the list is on, and the own address always', () => {
    const { world, person } = scene()
    expect(pay(world, person).code).toBeUndefined()
    change(world, person, { ...SAVE, chainId: CHAIN })
    change(world, person, { kind: 'LIST_ON' })
    expect(pay(world, person).code).toBeUndefined()
    expect(pay(world, person, { chainId: 8_453 }).code).toBe(REFUSAL.RECIPIENT_NOT_SAVED)
    expect(pay(world, person, { recipient: `0x${'34'.repeat(20)}` }).code).toBe(REFUSAL.RECIPIENT_NOT_SAVED)
    expect(pay(world, person, { recipient: SOLANA, chainId: 0 }).code).toBe(REFUSAL.RECIPIENT_NOT_SAVED)
    expect(pay(world, person, { recipient: person.address, chainId: 8_453 }).code).toBeUndefined()
    change(world, person, { kind: 'REMOVE', recipient: FRIEND, chainId: CHAIN })
    expect(pay(world, person).code).toBe(REFUSAL.RECIPIENT_NOT_SAVED)
  })

  it('an address of every EVM chain is none of Solana', () => {
    const { world, person } = scene()
    change(world, person, SAVE)
    change(world, person, { kind: 'SAVE', label: 'Phone', recipient: SOLANA, chainId: 0 })
    change(world, person, { kind: 'LIST_ON' })
    expect([CHAIN, 8_453].map((chainId) => pay(world, person, { chainId }).code)).toEqual([
      undefined,
      undefined,
    ])
    expect(pay(world, person, { recipient: SOLANA, chainId: 0 }).code).toBeUndefined()
    expect(change(world, person, { ...SAVE, recipient: SOLANA })).toEqual({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(change(world, person, { ...SAVE, chainId: 0 })).toEqual({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
  })

  it('an address saved while the list is on is paid after the cool-down; saving it again or naming it moves nothing', () => {
    const { world, person } = scene()
    change(world, person, { kind: 'LIST_ON' })
    change(world, person, SAVE)
    const [saved] = viewOf(world, person).addresses
    expect(saved!.usableFromMs).toBe(world.now() + DAY_MS)
    expect(pay(world, person).code).toBe(REFUSAL.RECIPIENT_TOO_NEW)
    change(world, person, { ...SAVE, label: 'Another name' }, HOUR_MS)
    expect(viewOf(world, person).addresses).toEqual([{ ...saved, label: 'Another name' }])
    expect(pay(world, person, { afterMs: 23 * HOUR_MS - 2 }).code).toBe(REFUSAL.RECIPIENT_TOO_NEW)
    expect(pay(world, person, { afterMs: 2 }).code).toBeUndefined()
    // Removed and saved again it is new again.
    change(world, person, { kind: 'REMOVE', recipient: FRIEND })
    change(world, person, SAVE)
    expect(pay(world, person).code).toBe(REFUSAL.RECIPIENT_TOO_NEW)
  })

  it('the list goes off after the cool-down of the first word, and is kept by one that puts it on again', () => {
    const { world, person } = scene()
    change(world, person, { kind: 'LIST_ON' })
    change(world, person, { kind: 'LIST_OFF' })
    const endsMs = world.now() + DAY_MS
    change(world, person, { kind: 'LIST_OFF' }, HOUR_MS)
    expect(viewOf(world, person)).toMatchObject({ isListOn: true, listEndsMs: endsMs })
    // What is saved while it still holds waits too.
    change(world, person, { ...SAVE, chainId: 8_453 })
    expect(pay(world, person, { chainId: 8_453 }).code).toBe(REFUSAL.RECIPIENT_TOO_NEW)
    expect(pay(world, person).code).toBe(REFUSAL.RECIPIENT_NOT_SAVED)
    change(world, person, { kind: 'LIST_ON' })
    expect(pay(world, person, { afterMs: 2 * DAY_MS }).code).toBe(REFUSAL.RECIPIENT_NOT_SAVED)
    change(world, person, { kind: 'LIST_OFF' })
    expect(pay(world, person, { afterMs: DAY_MS }).code).toBeUndefined()
    expect(viewOf(world, person)).toMatchObject({ isListOn: false })
  })

  it('a lock holds for every address until its end, is only ever made longer, and gives back what waits', () => {
    const { world, person } = scene()
    const free = (): number => query(world.exchange, 'account', { account: person.address })!.collateral
    const before = free()
    const small = pay(world, person, { dollars: 5, recipient: person.address })
    const waiting = pay(world, person, { dollars: 60_000, isTrustedRecipient: false })
    expect([waiting.eligibleTimeMs! > world.now(), free()]).toEqual([true, before - 60_005_000_000])
    change(world, person, { kind: 'LOCK', durationMs: 3 * DAY_MS })
    expect(query(world.exchange, 'transfer', { id: waiting.id })).toBeUndefined()
    // The small one was released before: it stays on its way.
    expect([query(world.exchange, 'transfer', { id: small.id })?.status, free()]).toEqual([
      'NEW',
      before - 5_000_000,
    ])
    change(world, person, { kind: 'LOCK', durationMs: HOUR_MS })
    change(world, person, { kind: 'LIST_OFF' })
    expect(pay(world, person, { recipient: person.address, afterMs: 3 * DAY_MS - 2 }).code).toBe(
      REFUSAL.WITHDRAWALS_LOCKED,
    )
    expect(pay(world, person, { recipient: person.address, afterMs: 2 }).code).toBeUndefined()
    for (const durationMs of [0, 31 * DAY_MS, 1.5])
      expect(change(world, person, { kind: 'LOCK', durationMs })).toEqual({
        ok: false,
        code: REFUSAL.INVALID_PARAMETER,
      })
  })

  it('is changed by the primary key alone, and once by one message', () => {
    const { world, person } = scene()
    const program = world.trader(5)
    expect(change(world, person, SAVE, 0, program.address)).toEqual({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
    const command = { kind: 'ChangeAddressBook', ...signed(world, person), change: SAVE } as const
    expect(world.run(command).answer).toEqual({ ok: true })
    expect(world.run(command).answer).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    expect(change(world, { address: `0x${'99'.repeat(20)}` }, SAVE)).toEqual({
      ok: false,
      code: REFUSAL.ACCOUNT_NOT_FOUND,
    })
  })

  it('has an end', () => {
    const { world, person } = scene()
    const save = (at: number) => ({ ...SAVE, recipient: `0x${at.toString(16).padStart(40, '0')}` }) as const
    for (let at = 1; at <= 100; at += 1) change(world, person, save(at))
    expect(change(world, person, save(101))).toEqual({ ok: false, code: REFUSAL.ADDRESS_BOOK_FULL })
    expect(change(world, person, save(100))).toEqual({ ok: true })
  })

  it('no order of changes within a cool-down pays an address that was not on the list before', () => {
    const made: fc.Arbitrary<AddressBookChange> = fc.constantFrom<AddressBookChange>(
      ...([SAVE, { ...SAVE, chainId: CHAIN }, { kind: 'REMOVE', recipient: FRIEND }] as const),
      ...([{ kind: 'LIST_ON' }, { kind: 'LIST_OFF' }, { kind: 'LOCK', durationMs: HOUR_MS }] as const),
    )
    const steps = fc.array(fc.tuple(made, fc.nat({ max: 2 * HOUR_MS })), { maxLength: 11 })
    fc.assert(
      fc.property(steps, (all) => {
        const { world, person } = scene()
        change(world, person, { kind: 'LIST_ON' })
        for (const [one, afterMs] of all) {
          change(world, person, one, afterMs)
          expect([
            REFUSAL.RECIPIENT_NOT_SAVED,
            REFUSAL.RECIPIENT_TOO_NEW,
            REFUSAL.WITHDRAWALS_LOCKED,
          ]).toContain(pay(world, person).code)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is kept by a snapshot', () => {
    const { world, person } = scene()
    for (const one of [
      { kind: 'LIST_ON' },
      SAVE,
      { kind: 'LIST_OFF' },
      { kind: 'LOCK', durationMs: DAY_MS },
    ] as const)
      change(world, person, one)
    const restarted = decodeState(encodeState(world.exchange))
    expect(encodeState(restarted)).toBe(encodeState(world.exchange))
    expect(query(restarted, 'addressBook', { account: person.address })).toEqual(viewOf(world, person))
  })
})
