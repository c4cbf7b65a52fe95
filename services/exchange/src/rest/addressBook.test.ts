/** The primary key says where money may leave for; a withdrawal elsewhere is refused by its own code. */
import {
  type Address,
  type AddressBookRequest,
  addressBookResponse,
  noticesResponse,
  REFUSAL,
  type SignedAddressBook,
  transfersResponse,
} from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_CHAIN_ID, TEST_USDC, TEST_VAULT } from '../testing/scriptedChain.ts'
import type { TestKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const PATH = '/account/addressBook'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const FRIEND: Address = `0x${'ab'.repeat(20)}`
const SAVE = { change: 'SAVE', recipient: FRIEND, label: 'Friend' } as const

type Change = Omit<AddressBookRequest['order'], 'time' | 'nonce'>

describe('the address book', () => {
  let world: TestWorld
  let trader: Trader
  beforeAll(async () => {
    world = await startTestWorld()
    trader = await world.trader(0x31, 10_000)
    await world.submit({ kind: 'ChangeParameters', exchange: { addressCoolDownMs: HOUR_MS } })
    // Notices are kept from the first time on that their owner asks for them.
    await world.call('GET', '/notices', { key: trader.apiKey })
  })
  afterAll(() => world.stop())

  let nonce = 100
  const signed = (change: Change, signer: TestKey, more: Partial<SignedAddressBook> = {}) => {
    const order = { time: world.clock.nowMs(), nonce: (nonce += 1), ...change }
    const isPlace = change.change === 'SAVE' || change.change === 'REMOVE'
    const action: SignedAddressBook = {
      kind: 'addressBook',
      time: order.time,
      nonce,
      account: trader.primary.address,
      change: change.change,
      recipient: change.recipient?.toLowerCase() ?? '',
      chain: isPlace ? String(change.chainId ?? 'EVM') : '',
      label: change.label ?? '',
      days: change.days ?? 0,
      ...more,
    }
    return { order, signature: signer.signAction(action) }
  }
  const send = (body: object) => world.call('POST', PATH, { key: trader.apiKey, body })
  const change = async (made: Change, signer = trader.primary) => send(signed(made, signer))
  const told = async () =>
    addressBookResponse.parse((await world.call('GET', PATH, { key: trader.apiKey })).body)
  /** The record of a withdrawal that the primary key signs. */
  const pay = async (recipient: string) => {
    const order = {
      time: world.clock.nowMs(),
      nonce: (nonce += 1),
      recipient,
      token: 'USDC',
      size: 2_000_000,
    }
    const action = { kind: 'withdraw', ...order, account: trader.primary.address, token: TEST_USDC } as const
    const signature = trader.primary.signAction({ ...action, chainId: TEST_CHAIN_ID })
    const body = { order: { ...order, chainId: TEST_CHAIN_ID }, signature }
    const { id } = (await world.call('POST', '/transfer/withdraw', { key: trader.apiKey, body })).body
    const rows = await world.call('GET', `/transfer?id=${id}`, { key: trader.apiKey })
    return transfersResponse.parse(rows.body)[0]!
  }

  it('a key of a session changes nothing, nor does a word that was signed for another change', async () => {
    const code = async (body: object) => (await send(body)).body.code
    expect(await code(signed(SAVE, trader.signing))).toBe(REFUSAL.INVALID_SIGNATURE)
    expect(await code(signed(SAVE, trader.primary, { label: 'Foe' }))).toBe(REFUSAL.INVALID_SIGNATURE)
    expect(await code(signed(SAVE, trader.primary, { chain: '1' }))).toBe(REFUSAL.INVALID_SIGNATURE)
    expect(await told()).toMatchObject({ addresses: [], isListOn: false, lockedUntil: null })
  })

  it.each<readonly [string, Change]>([
    ['no address', { ...SAVE, recipient: '0x12' }],
    ['a contract of the exchange', { ...SAVE, recipient: TEST_VAULT }],
    ['an unknown chain', { ...SAVE, chainId: 5 }],
    ['an address of another network', { ...SAVE, chainId: 0 }],
    ['no label', { change: 'SAVE', recipient: FRIEND }],
    ['a label of spaces', { ...SAVE, label: '  ' }],
    ['a label that hides', { ...SAVE, label: 'a\u202eb' }],
    ['no days', { change: 'LOCK' }],
    ['half a day', { change: 'LOCK', days: 0.5 }],
    ['31 days', { change: 'LOCK', days: 31 }],
    ['a list with an address', { change: 'LIST_ON', recipient: FRIEND }],
  ])('refuses %s', async (_, made) => {
    expect(await change(made, { ...trader.primary, signAction: () => `0x${'11'.repeat(65)}` })).toMatchObject(
      {
        body: { code: REFUSAL.INVALID_PARAMETER },
      },
    )
  })

  it('pays saved addresses alone while the list is on, new ones after the cool-down, and tells of each change', async () => {
    expect(await pay(FRIEND)).toMatchObject({ code: null })
    expect(addressBookResponse.parse((await change({ change: 'LIST_ON' })).body)).toMatchObject({
      isListOn: true,
      listEndTime: null,
      coolDown: HOUR_MS,
    })
    expect(await pay(FRIEND)).toMatchObject({ status: 'REJECTED', code: REFUSAL.RECIPIENT_NOT_SAVED })
    expect(await pay(trader.primary.address)).toMatchObject({ code: null })
    const usableTime = world.clock.nowMs() + HOUR_MS
    const body = signed(SAVE, trader.primary)
    expect((await send(body)).body).toMatchObject({
      addresses: [{ recipient: FRIEND, chainId: null, label: 'Friend', usableTime }],
    })
    expect((await send(body)).body.code).toBe(REFUSAL.DUPLICATE)
    expect(await pay(FRIEND)).toMatchObject({ status: 'REJECTED', code: REFUSAL.RECIPIENT_TOO_NEW })
    const off = addressBookResponse.parse((await change({ change: 'LIST_OFF' })).body)
    expect(off).toMatchObject({ isListOn: true, listEndTime: usableTime })

    world.clock.advance(HOUR_MS)
    await world.submit({ kind: 'TickTimer' })
    expect(await told()).toMatchObject({ isListOn: false, listEndTime: null })
    const notices = noticesResponse.parse((await world.call('GET', '/notices', { key: trader.apiKey })).body)
    const changes = notices.notices.filter(({ kind }) => kind === 'ADDRESS_BOOK_CHANGED')
    expect(changes.map(({ values }) => values)).toEqual([
      { change: 'LIST_OFF', effectiveTime: String(usableTime) },
      { change: 'SAVE', recipient: FRIEND, label: 'Friend', effectiveTime: String(usableTime) },
    ])
  })

  it('a lock lets nothing leave until its end', async () => {
    const { lockedUntil } = addressBookResponse.parse((await change({ change: 'LOCK', days: 2 })).body)
    expect(lockedUntil).toBe(world.clock.nowMs() + 2 * DAY_MS)
    await change({ change: 'LOCK', days: 1 })
    expect(await told()).toMatchObject({ lockedUntil })
    const refused = await pay(trader.primary.address)
    expect(refused).toMatchObject({ status: 'REJECTED', code: REFUSAL.WITHDRAWALS_LOCKED })
  })
})
