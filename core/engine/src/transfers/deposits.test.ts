/** What watchers of chains say about one deposit: early, twice, late, or against what they said before. */
import { describe, expect, it } from 'vitest'
import { REFUSAL, type Address, type Hex, type Id, usd6 } from '@vest/protocol'
import { type AnnounceDeposit, type Command, type CreditDeposit } from '../api/commands.ts'
import { createNamedWorld, type NamedWorld, USDC } from '../testing/namedWorld.ts'

const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
const id = (value: number): Id => hex(64, value) as Id
const TOKEN = hex(40, 0xcc) as Address
const ARBITRUM = 42_161
const BASE = 8_453

/** Two accounts with a thousand each. */
function world(): NamedWorld {
  const made = createNamedWorld()
  made.account('a', 1_000)
  made.account('b', 1_000)
  return made
}

function announcement(made: NamedWorld, changes: Partial<AnnounceDeposit> = {}): AnnounceDeposit {
  return {
    kind: 'AnnounceDeposit',
    id: id(1),
    account: made.addressOf('a'),
    chainId: ARBITRUM,
    token: TOKEN,
    amountUsd6: usd6(500 * USDC),
    ...changes,
  }
}

/** Each log is its own: its transaction is that of its id unless said otherwise. */
function credit(made: NamedWorld, changes: Partial<CreditDeposit> = {}): CreditDeposit {
  const account = made.addressOf('a')
  return {
    kind: 'CreditDeposit',
    id: id(1),
    chainId: ARBITRUM,
    logIndex: 3,
    blockHash: hex(64, 9),
    account,
    from: account,
    amountUsd6: usd6(500 * USDC),
    token: TOKEN,
    finality: 'SOFT',
    txHash: changes.id ?? id(1),
    ...changes,
  }
}

const finalize = (of: Id): Command => ({ kind: 'FinalizeDeposit', id: of, blockHash: hex(64, 10) })
const orphan = (of: Id): Command => ({ kind: 'OrphanDeposit', id: of })
const reject = (of: Id): Command => ({ kind: 'RejectDeposit', id: of })
const collateral = (made: NamedWorld, name = 'a'): number => made.view(name).collateral / USDC
const toldOf = (made: NamedWorld) =>
  made
    .events()
    .flatMap((event) => (event.kind === 'TransferUpdated' ? [event.transfer] : []))
    .at(-1)

const OK = { ok: true, id: id(1) }
const CONTRADICTION = { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }

describe('an announced deposit', () => {
  it('is NEW until its log is seen, and moves no money before', () => {
    const made = world()
    expect(made.run(announcement(made))).toEqual(OK)
    expect(toldOf(made)).toMatchObject({ type: 'DEPOSIT', status: 'NEW', size: 500 * USDC })
    expect(collateral(made)).toBe(1_000)
    expect(made.run(credit(made))).toEqual(OK)
    expect(toldOf(made)).toMatchObject({ status: 'FILLED', isSoft: true })
    expect(collateral(made)).toBe(1_500)
  })

  it('said again is the same deposit; with another owner or amount it is a contradiction', () => {
    const made = world()
    made.run(announcement(made))
    expect(made.run(announcement(made))).toEqual(OK)
    expect(made.events().filter(({ kind }) => kind === 'TransferUpdated')).toEqual([])
    expect(made.run(announcement(made, { account: made.addressOf('b') }))).toEqual(CONTRADICTION)
    expect(made.run(announcement(made, { amountUsd6: usd6(1) }))).toEqual(CONTRADICTION)
    expect(made.run(credit(made, { amountUsd6: usd6(499 * USDC) }))).toEqual(CONTRADICTION)
    // The same holds when it is over.
    made.run(credit(made, { finality: 'FINAL' }))
    expect(made.run(announcement(made))).toEqual(OK)
    expect(made.run(announcement(made, { amountUsd6: usd6(1) }))).toEqual(CONTRADICTION)
    expect(collateral(made)).toBe(1_500)
  })

  it('needs an amount and an account', () => {
    const made = world()
    for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 53])
      expect(made.run(announcement(made, { amountUsd6: amount as never }))).toEqual({
        ok: false,
        code: REFUSAL.INVALID_PARAMETER,
      })
    expect(made.run(announcement(made, { account: hex(40, 0xbad) as Address }))).toEqual({
      ok: false,
      code: REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND,
    })
  })

  it('is rejected once, and only while no log was seen', () => {
    const made = world()
    expect(made.run(reject(id(1)))).toEqual(CONTRADICTION)
    made.run(announcement(made))
    expect(made.run(reject(id(1)))).toEqual(OK)
    expect(toldOf(made)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    expect(made.run(reject(id(1)))).toEqual(OK)
    expect(made.events().filter(({ kind }) => kind === 'TransferUpdated')).toEqual([])
    // Rejected is not orphaned: it had no block that could have gone.
    expect(made.run(orphan(id(1)))).toEqual(CONTRADICTION)
    // Money that comes all the same is credited.
    expect(made.run(credit(made))).toEqual(OK)
    expect(collateral(made)).toBe(1_500)
    expect(made.run(reject(id(1)))).toEqual(CONTRADICTION)
    made.run(finalize(id(1)))
    expect(made.run(reject(id(1)))).toEqual(CONTRADICTION)
    expect(collateral(made)).toBe(1_500)
  })

  it('that was rejected is not credited to another owner', () => {
    const made = world()
    made.run(announcement(made))
    made.run(reject(id(1)))
    expect(made.run(credit(made, { account: made.addressOf('b') }))).toEqual(CONTRADICTION)
    expect([collateral(made), collateral(made, 'b')]).toEqual([1_000, 1_000])
  })

  it('cannot become final or disappear before its log was seen', () => {
    const made = world()
    expect(made.run(finalize(id(1)))).toEqual(CONTRADICTION)
    made.run(announcement(made))
    expect(made.run(finalize(id(1)))).toEqual(CONTRADICTION)
    expect(made.run(orphan(id(1)))).toEqual(CONTRADICTION)
  })

  it('is not what a withdrawal is: nothing that watchers say of deposits touches one', () => {
    const made = world()
    const account = made.addressOf('a')
    made.run({
      kind: 'RequestWithdrawal',
      ...made.signed('a'),
      id: id(7),
      recipient: account,
      token: TOKEN,
      isTrustedRecipient: true,
      sizeUsd6: usd6(100 * USDC),
      chainId: ARBITRUM,
      execute: false,
      networkFeeUsd6: usd6(200_000),
      requestArgs: '0x01',
      signature: '0x02',
      signatureProof: '0x',
    })
    const { status } = made.exchange.transfers.get(id(7))!.record
    for (const said of [reject(id(7)), finalize(id(7)), orphan(id(7))])
      expect(made.run(said)).toEqual(CONTRADICTION)
    expect(made.exchange.transfers.get(id(7))!.record).toMatchObject({ type: 'WITHDRAW', status })
    expect(collateral(made)).toBe(900)
  })
})

describe('a deposit that waits in SUSPENSE', () => {
  const stranger = hex(40, 0x57a) as Address

  it('is not told to be lost where its first block is gone and it came again', () => {
    const made = world()
    made.run(credit(made, { account: stranger, from: stranger }))
    made.run(orphan(id(1)))
    expect(toldOf(made)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    made.run(credit(made, { account: stranger, from: stranger, blockHash: hex(64, 11) }))
    expect(toldOf(made)).toMatchObject({ status: 'NEW' })
    expect(toldOf(made)).not.toHaveProperty('code')
    expect(made.exchange.money.SUSPENSE).toBe(500 * USDC)
  })

  it('is told to the account of the capital programme to whose address real money was sent', () => {
    const made = world()
    const account = hex(40, 0x51a) as Address
    made.run({
      kind: 'OpenSimAccount',
      account,
      ownerId: made.addressOf('a'),
      amountUsd6: usd6(1_000 * USDC),
    })
    made.run(credit(made, { account, from: account }))
    expect(toldOf(made)).toMatchObject({ account, status: 'NEW', size: 500 * USDC })
    expect(made.exchange.money.SUSPENSE).toBe(500 * USDC)
  })
})

describe('a credited deposit', () => {
  it('counts once however often it is told, in whatever finality', () => {
    const made = world()
    for (let times = 0; times < 3; times += 1) expect(made.run(credit(made))).toEqual(OK)
    expect([made.view('a').softCredit, collateral(made)]).toEqual([500 * USDC, 1_500])
    // Told again from another block, and then as final: that is what becomes of it.
    expect(made.run(credit(made, { blockHash: hex(64, 11) }))).toEqual(OK)
    expect(made.exchange.transfers.get(id(1))!.record).toMatchObject({ blockHash: hex(64, 11), isSoft: true })
    expect(toldOf(made)).toMatchObject({ id: id(1), blockHash: hex(64, 11) })
    expect(made.run(credit(made, { finality: 'FINAL' }))).toEqual(OK)
    expect([made.view('a').softCredit, collateral(made)]).toEqual([0, 1_500])
    expect(made.run(credit(made))).toEqual(OK)
    expect(made.run(finalize(id(1)))).toEqual(OK)
    expect(collateral(made)).toBe(1_500)
  })

  it('of another amount or owner under the same id, or under another id of the same log, is refused', () => {
    const made = world()
    made.run(credit(made))
    const others: readonly Partial<CreditDeposit>[] = [
      { amountUsd6: usd6(501 * USDC) },
      { account: made.addressOf('b') },
      { id: id(2), txHash: id(1) },
    ]
    for (const other of others) expect(made.run(credit(made, other))).toEqual(CONTRADICTION)
    made.run(finalize(id(1)))
    for (const other of others) expect(made.run(credit(made, other))).toEqual(CONTRADICTION)
    expect(made.run(credit(made, { id: id(3), amountUsd6: usd6(0) }))).toEqual({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect([collateral(made), collateral(made, 'b')]).toEqual([1_500, 1_000])
  })

  it('whose block disappears is taken back once, and credited anew when its log returns', () => {
    const made = world()
    expect(made.run(orphan(id(1)))).toEqual(CONTRADICTION)
    made.run(credit(made))
    expect(made.run(orphan(id(1)))).toEqual(OK)
    expect(toldOf(made)).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.TRANSFER_EXECUTION_FAILED,
      isSoft: false,
    })
    expect([made.view('a').softCredit, collateral(made)]).toEqual([0, 1_000])
    expect(made.run(orphan(id(1)))).toEqual(OK)
    expect(made.run(finalize(id(1)))).toEqual(CONTRADICTION)
    expect(made.run(credit(made, { amountUsd6: usd6(400 * USDC) }))).toEqual(CONTRADICTION)
    expect(made.run(credit(made, { finality: 'FINAL' }))).toEqual(OK)
    expect(collateral(made)).toBe(1_500)
    expect(made.run(orphan(id(1)))).toEqual(CONTRADICTION)
  })

  it('is credited softly up to 25,000 an account, and waits for finality beyond', () => {
    const made = world()
    made.run(credit(made, { amountUsd6: usd6(25_000 * USDC) }))
    made.run(credit(made, { id: id(2), amountUsd6: usd6(1 * USDC) }))
    expect(toldOf(made)).toMatchObject({ id: id(2), status: 'NEW' })
    expect(collateral(made)).toBe(26_000)
    // Its log was seen: it cannot be rejected any more.
    expect(made.run(reject(id(2)))).toEqual(CONTRADICTION)
    // What waits and disappears takes nothing with it; what waits and is final is there.
    expect(made.run(orphan(id(2)))).toEqual({ ok: true, id: id(2) })
    expect(collateral(made)).toBe(26_000)
    made.run(credit(made, { id: id(3), amountUsd6: usd6(2 * USDC) }))
    made.run(finalize(id(3)))
    expect(collateral(made)).toBe(26_002)
    // As soon as the first is final there is room again.
    made.run(finalize(id(1)))
    made.run(credit(made, { id: id(4), amountUsd6: usd6(25_000 * USDC) }))
    expect(toldOf(made)).toMatchObject({ id: id(4), status: 'FILLED', isSoft: true })
  })

  it('takes no room from soft credits while it waits itself, or is final and waits for its owner', () => {
    const made = world()
    made.run(credit(made, { amountUsd6: usd6(25_001 * USDC) }))
    expect(toldOf(made)).toMatchObject({ status: 'NEW', isSoft: true })
    const stranger = hex(40, 0x57a) as Address
    const final = { from: stranger, account: stranger, finality: 'FINAL' } as const
    made.run(credit(made, { id: id(2), ...final, amountUsd6: usd6(250_000 * USDC) }))
    made.run(credit(made, { id: id(3), amountUsd6: usd6(25_000 * USDC) }))
    expect(toldOf(made)).toMatchObject({ id: id(3), status: 'FILLED', isSoft: true })
    expect([made.view('a').softCredit / USDC, collateral(made)]).toEqual([25_000, 26_000])
  })

  it('that became final while its address had no owner is its owner’s as soon as there is one', () => {
    const made = world()
    // The address that the next account will have.
    const late = hex(40, 0xa2) as Address
    made.run(credit(made, { account: late, from: late }))
    for (let times = 0; times < 2; times += 1) expect(made.run(finalize(id(1)))).toEqual(OK)
    expect(made.exchange.money.SUSPENSE).toBe(500 * USDC)
    expect(made.account('late', 0)).toBe(late)
    expect([collateral(made, 'late'), made.view('late').softCredit]).toEqual([500, 0])
    expect(toldOf(made)).toMatchObject({ id: id(1), status: 'FILLED', isSoft: false })
  })

  it('is credited softly up to 250,000 a chain', () => {
    const made = world()
    for (let number = 0; number < 10; number += 1) {
      const account = made.account(`whale ${number}`, 1)
      made.run(credit(made, { id: id(10 + number), account, amountUsd6: usd6(25_000 * USDC) }))
      expect(toldOf(made)).toMatchObject({ status: 'FILLED' })
    }
    made.run(credit(made, { id: id(30), amountUsd6: usd6(1 * USDC) }))
    expect(toldOf(made)).toMatchObject({ id: id(30), status: 'NEW' })
    made.run(credit(made, { id: id(31), chainId: BASE, amountUsd6: usd6(1 * USDC) }))
    expect(toldOf(made)).toMatchObject({ id: id(31), status: 'FILLED' })
  })

  it('for an address that is not registered waits, and disappears with its block', () => {
    const made = world()
    const stranger = hex(40, 0x57a) as Address
    const { VAULT } = made.exchange.money
    made.run(credit(made, { account: stranger, from: stranger }))
    expect(made.exchange.money).toMatchObject({ SUSPENSE: 500 * USDC, VAULT: VAULT + 500 * USDC })
    // Final or not, it goes on waiting for its owner.
    expect(made.run(credit(made, { id: id(2), account: stranger, finality: 'FINAL' }))).toMatchObject({
      ok: true,
    })
    expect(made.run(finalize(id(2)))).toEqual({ ok: true, id: id(2) })
    made.run(orphan(id(1)))
    expect(made.exchange.money).toMatchObject({ SUSPENSE: 500 * USDC, VAULT: VAULT + 500 * USDC })
  })
})
