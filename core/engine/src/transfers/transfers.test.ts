import { describe, expect, it } from 'vitest'
import { REFUSAL, funding12, lots, timeMs, usd6, type Address, type Hex, type Id } from '@vest/protocol'
import { type CreditDeposit, type RequestWithdrawal } from '../api/commands.ts'
import { apply } from '../apply.ts'
import { beginFundingEpoch } from '../funding/fundingEpoch.ts'
import { assertInvariants } from '../invariants/invariants.ts'
import { type TransferRecord } from '../api/records.ts'
import { AAPL, createNamedWorld, USDC, type NamedWorld } from '../testing/namedWorld.ts'
import { START_MS } from '../testing/world.ts'

const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
const id = (value: number): Id => hex(64, value) as Id
const NOW = START_MS

function deposit(world: NamedWorld, changes: Partial<CreditDeposit> = {}): CreditDeposit {
  const account = world.addressOf('a')
  return {
    kind: 'CreditDeposit',
    id: id(1),
    chainId: 42161,
    txHash: hex(64, 7),
    logIndex: 3,
    blockHash: hex(64, 9),
    account,
    from: account,
    amountUsd6: usd6(500 * USDC),
    token: hex(40, 0xcc) as Address,
    finality: 'SOFT',
    ...changes,
  }
}
let nonce = 1_000
function withdrawal(
  world: NamedWorld,
  usdc: number,
  changes: Partial<RequestWithdrawal> = {},
): RequestWithdrawal {
  const account = world.addressOf('a')
  nonce += 1
  return {
    kind: 'RequestWithdrawal',
    id: id(nonce),
    account,
    signer: account,
    nonce,
    orderTimeMs: timeMs(NOW),
    recvWindowMs: 60_000,
    recipient: account,
    isTrustedRecipient: true,
    token: hex(40, 0xcc) as Address,
    sizeUsd6: usd6(usdc * USDC),
    chainId: 42161,
    execute: false,
    networkFeeUsd6: usd6(200_000),
    requestArgs: '0x01',
    signature: '0x02',
    signatureProof: '0x',
    ...changes,
  }
}
const told = (world: NamedWorld): TransferRecord =>
  world
    .events()
    .flatMap((event) => (event.kind === 'TransferUpdated' ? [event.transfer] : []))
    .at(-1)!
const approvals = (world: NamedWorld): number =>
  world.events().filter(({ kind }) => kind === 'WithdrawalApproved').length

function world(usdc = 1_000): NamedWorld {
  const made = createNamedWorld()
  made.account('a', usdc)
  return made
}

describe('[4.2] [4.6] deposits', () => {
  it('a soft credit is tradable at once and withdrawable when its block is final', () => {
    const made = world()
    expect(made.run(deposit(made))).toEqual({ ok: true, id: id(1) })
    expect(told(made)).toMatchObject({ type: 'DEPOSIT', status: 'FILLED', size: 500 * USDC, isSoft: true })
    expect(made.view('a')).toMatchObject({
      collateral: 1_500 * USDC,
      softCredit: 500 * USDC,
      available: 1_500 * USDC,
      withdrawable: 1_000 * USDC,
    })
    made.run({ kind: 'FinalizeDeposit', id: id(1), blockHash: hex(64, 9) })
    expect(made.view('a')).toMatchObject({ softCredit: 0, withdrawable: 1_500 * USDC })
  })
  it('the same log again changes nothing, a contradiction is 5010 ([8.52])', () => {
    const made = world()
    made.run(deposit(made))
    expect(made.run(deposit(made))).toEqual({ ok: true, id: id(1) })
    expect(made.run(deposit(made, { amountUsd6: usd6(501 * USDC) }))).toEqual({
      ok: false,
      code: REFUSAL.TRANSFER_DUPLICATE,
    })
    expect(made.run(deposit(made, { id: id(2) }))).toEqual({ ok: false, code: REFUSAL.TRANSFER_DUPLICATE })
    expect(made.view('a').collateral).toBe(1_500 * USDC)
  })
  it('an orphaned credit is taken back to the micro-dollar and comes back with its log', () => {
    const made = world()
    made.run(deposit(made))
    made.run({ kind: 'OrphanDeposit', id: id(1) })
    expect(told(made)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    expect(made.view('a')).toMatchObject({ collateral: 1_000 * USDC, softCredit: 0 })
    made.run({ kind: 'OrphanDeposit', id: id(1) })
    expect(made.view('a').collateral).toBe(1_000 * USDC)
    made.run(deposit(made, { blockHash: hex(64, 10) }))
    expect(made.view('a').collateral).toBe(1_500 * USDC)
  })
  it('S15: an orphan after losses: what the account lacks insurance pays, every micro-dollar booked', () => {
    const made = world(1_000)
    made.run({ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(10_000 * USDC) })
    made.run(deposit(made, { amountUsd6: usd6(10_000 * USDC) }))
    made.price(AAPL.symbol, 23_150)
    expect(made.order('a', { isBuy: true, size: 2_000_000, type: 'MARKET', price: 24_000 }).status).toBe(
      'FILLED',
    )
    made.wait(1_000)
    made.price(AAPL.symbol, 21_000)
    made.order('a', { isBuy: false, size: 2_000_000, reduceOnly: true })
    const left = made.view('a').collateral
    expect(left).toBeLessThan(8_000 * USDC)
    const insurance = made.exchange.money.INSURANCE
    made.run({ kind: 'OrphanDeposit', id: id(1) })
    expect(made.view('a').collateral).toBe(0)
    expect(made.exchange.money.INSURANCE).toBe(insurance - (10_000 * USDC - left))
  })
  it('money for an unknown address waits in SUSPENSE under it', () => {
    const made = world()
    const { account: _, ...unnamed } = deposit(made, { from: hex(40, 0xbeef) as Address })
    made.run(unnamed)
    expect(made.exchange.money.SUSPENSE).toBe(500 * USDC)
    // Less than a dollar comes another way.
    for (const finality of ['SOFT', 'FINAL'] as const)
      expect(made.run(deposit(made, { id: id(5), amountUsd6: usd6(999_999), finality }))).toEqual({
        ok: false,
        code: REFUSAL.INVALID_PARAMETER,
      })
  })
})

describe('[4.7] [9.7] withdrawals', () => {
  it('NEW subtracts at once, VERIFIED carries the signature, FILLED pays out of the vault', () => {
    const made = world()
    const command = withdrawal(made, 400)
    const vault = made.exchange.money.VAULT
    expect(made.run(command)).toEqual({ ok: true, id: command.id })
    expect(told(made)).toMatchObject({ status: 'NEW', size: 400 * USDC })
    expect(approvals(made)).toBe(1)
    expect([made.view('a').collateral, made.exchange.money.PENDING_WITHDRAWALS]).toEqual([
      600 * USDC,
      400 * USDC,
    ])
    made.run({ kind: 'VerifyWithdrawal', id: command.id, validatorSignature: '0xaa' })
    expect(told(made)).toMatchObject({ status: 'VERIFIED', validatorSignature: '0xaa' })
    made.run({ kind: 'CompleteWithdrawal', id: command.id, txHash: hex(64, 1) })
    expect(told(made)).toMatchObject({ status: 'FILLED', txHash: hex(64, 1) })
    expect([made.exchange.money.PENDING_WITHDRAWALS, made.exchange.money.VAULT]).toEqual([
      0,
      vault - 400 * USDC,
    ])
    expect(made.run({ kind: 'RefundWithdrawal', id: command.id })).toEqual({
      ok: false,
      code: REFUSAL.TRANSFER_DUPLICATE,
    })
  })
  it('S16: what was executed a second before its deadline is FILLED when that is final, past it as well', () => {
    const made = world()
    const command = withdrawal(made, 400)
    made.run(command)
    made.run({ kind: 'VerifyWithdrawal', id: command.id, validatorSignature: '0xaa' })
    const vault = made.exchange.money.VAULT
    // The signed time and seven days; final a quarter of an hour later. Until it is told nothing is given back.
    made.wait(7 * 86_400_000 + 900_000 - 1_000)
    made.run({ kind: 'TickTimer' })
    expect(made.view('a').collateral).toBe(600 * USDC)
    expect(made.exchange.money.PENDING_WITHDRAWALS).toBe(400 * USDC)
    const txHash = hex(64, 1)
    expect(made.run({ kind: 'CompleteWithdrawal', id: command.id, txHash })).toMatchObject({ ok: true })
    expect(told(made)).toMatchObject({ status: 'FILLED', txHash })
    expect(made.run({ kind: 'RefundWithdrawal', id: command.id })).toEqual({
      ok: false,
      code: REFUSAL.TRANSFER_DUPLICATE,
    })
    expect(made.view('a').collateral).toBe(600 * USDC)
    expect(made.exchange.money).toMatchObject({ PENDING_WITHDRAWALS: 0, VAULT: vault - 400 * USDC })
  })
  it('the keeper’s fee is what the vault kept back, and nothing when the trader called', () => {
    const made = world()
    const byKeeper = withdrawal(made, 100, { execute: true })
    const byTrader = withdrawal(made, 100, { execute: true })
    for (const command of [byKeeper, byTrader]) {
      made.run(command)
      made.run({ kind: 'VerifyWithdrawal', id: command.id, validatorSignature: '0xaa' })
    }
    const treasury = made.exchange.money.TREASURY
    made.run({ kind: 'CompleteWithdrawal', id: byKeeper.id, txHash: hex(64, 1), feeUsd6: usd6(200_000) })
    made.run({ kind: 'CompleteWithdrawal', id: byTrader.id, txHash: hex(64, 2), feeUsd6: usd6(0) })
    expect(made.exchange.money.TREASURY).toBe(treasury + 200_000)
  })
  it.each<[code: number, what: string, usdc: number, changes?: Partial<RequestWithdrawal>]>([
    [REFUSAL.TRANSFER_MARGIN_CHECK_FAILED, 'more than is withdrawable', 1_000.000001],
    [REFUSAL.INVALID_PARAMETER, 'less than one dollar', 0.5],
    [REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND, 'an unknown account', 10, { account: hex(40, 0xdead) as Address }],
  ])('%i: %s leaves a REJECTED record and the money where it was', (code, _, usdc, changes) => {
    const made = world()
    const command = withdrawal(made, usdc, changes)
    expect(made.run(command)).toEqual({ ok: true, id: command.id })
    expect(told(made)).toMatchObject({ status: 'REJECTED', code })
    expect(made.view('a').collateral).toBe(1_000 * USDC)
  })
  describe('[R8] out of their window', () => {
    const at = (made: NamedWorld, ageMs: number) =>
      withdrawal(made, 400, { orderTimeMs: timeMs(NOW - ageMs), recvWindowMs: 5_000 })
    it('take nothing and leave nothing, for they were given up by then', () => {
      const made = world()
      const command = at(made, 5_001)
      const late = { ok: false, code: REFUSAL.ORDER_EXPIRED }
      expect(made.run(command)).toEqual(late)
      expect(made.view('a').collateral).toBe(1_000 * USDC)
      expect([made.run(command), made.events()]).toEqual([late, []])
    })

    it('are none in its last millisecond', () => {
      const made = world()
      made.run(at(made, 5_000))
      expect(made.view('a').collateral).toBe(600 * USDC)
    })

    it('have used their nonce up where they are dated ahead: their hour is yet to come', () => {
      const made = world()
      const command = at(made, -60_000)
      expect(made.run(command)).toEqual({ ok: false, code: REFUSAL.ORDER_EXPIRED })
      made.wait(60_000)
      expect(made.run(command)).toEqual({ ok: false, code: REFUSAL.TRANSFER_DUPLICATE })
      expect(made.view('a').collateral).toBe(1_000 * USDC)
    })
  })
  it('[8.50] unrealised profit is not withdrawable, and the margin of positions stays', () => {
    const made = world()
    made.price(AAPL.symbol, 23_150)
    made.order('a', { isBuy: true, size: 200_000 })
    const before = made.view('a')
    made.wait(1_000)
    made.price(AAPL.symbol, 23_600)
    const { withdrawable, equity, collateral, initMargin } = made.view('a')
    expect(equity).toBeGreaterThan(before.equity)
    expect(withdrawable).toBe(collateral - initMargin)
    const refused = withdrawal(made, 0, {
      sizeUsd6: usd6(withdrawable + 1),
      orderTimeMs: timeMs(NOW + 1_000),
    })
    made.run(refused)
    expect(told(made)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED })
  })
  it('W17: quick below 50,000 USDC a day, else twelve hours; refused ones do not count', () => {
    const made = world(200_000)
    made.run(withdrawal(made, 30_000))
    expect([told(made).eligibleTimeMs, approvals(made)]).toEqual([undefined, 1])
    made.run(withdrawal(made, 500_000))
    expect(told(made)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED })
    made.run(withdrawal(made, 0, { sizeUsd6: usd6(19_999_999_999) }))
    expect([told(made).eligibleTimeMs, approvals(made)]).toEqual([undefined, 1])
    made.run(withdrawal(made, 0, { sizeUsd6: usd6(1) }))
    expect(told(made)).toMatchObject({ status: 'REJECTED', code: REFUSAL.INVALID_PARAMETER })
    const delayed = withdrawal(made, 1)
    made.run(delayed)
    expect([told(made).eligibleTimeMs, approvals(made)]).toEqual([NOW + 43_200_000, 0])
    expect(made.run({ kind: 'VerifyWithdrawal', id: delayed.id, validatorSignature: '0xaa' })).toEqual({
      ok: false,
      code: REFUSAL.TRANSFER_EXECUTION_FAILED,
    })
    made.wait(43_200_000)
    made.run({ kind: 'TickTimer' })
    expect(approvals(made)).toBe(1)
  })
  it('exactly 50,000 USDC is not quick; its twelve hours run from the request, not from its signature', () => {
    const made = world(200_000)
    made.run(withdrawal(made, 50_000, { orderTimeMs: timeMs(NOW - 40_000) }))
    expect(told(made)).toMatchObject({ status: 'NEW', eligibleTimeMs: NOW + 43_200_000 })
  })
  it('to a recipient that the primary key never signed for it is never quick; after its signature it is known', () => {
    const made = world()
    const elsewhere = hex(40, 0xb0b)
    made.run(
      withdrawal(made, 1, {
        recipient: elsewhere,
        isTrustedRecipient: false,
        signer: hex(40, 0x51) as Address,
      }),
    )
    expect(told(made).eligibleTimeMs).toBe(NOW + 43_200_000)
    made.run(withdrawal(made, 1, { recipient: elsewhere, isTrustedRecipient: true }))
    expect(told(made).eligibleTimeMs).toBeUndefined()
    expect(made.exchange.accounts[0]!.trustedRecipients).toContain(elsewhere)
  })
  it('a refund gives the money back once', () => {
    const made = world()
    const command = withdrawal(made, 400)
    made.run(command)
    expect(made.run({ kind: 'RefundWithdrawal', id: command.id })).toEqual({ ok: true, id: command.id })
    expect(told(made)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    expect(made.run({ kind: 'RefundWithdrawal', id: command.id })).toEqual({ ok: true, id: command.id })
    expect(made.view('a')).toMatchObject({ collateral: 1_000 * USDC, withdrawn24h: 0 })
  })
  it('a refund to an account that owes more than it leaves it with nothing, and insurance pays the rest', () => {
    const made = world()
    made.run({ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(1_000 * USDC) })
    const command = withdrawal(made, 400)
    made.run(command)
    // A debt of 500 on 600: whatever left it, it does not outlive the command.
    const [account] = made.exchange.accounts
    account!.collateral = usd6(-500 * USDC)
    made.exchange.money.VAULT = usd6(made.exchange.money.VAULT - 1_100 * USDC)
    made.run({ kind: 'RefundWithdrawal', id: command.id })
    expect(made.view('a').collateral).toBe(0)
    expect(made.exchange.money.INSURANCE).toBe(900 * USDC)
  })
  it('the same request again, or its nonce, is 5010', () => {
    const made = world()
    const command = withdrawal(made, 10)
    made.run(command)
    expect(made.run(command)).toEqual({ ok: false, code: REFUSAL.TRANSFER_DUPLICATE })
    expect(made.run({ ...command, id: id(99) })).toEqual({ ok: false, code: REFUSAL.TRANSFER_DUPLICATE })
    expect(made.view('a').collateral).toBe(990 * USDC)
  })
})

describe('[8.51] limits of withdrawals', () => {
  const HOUR_MS = 3_600_000
  const DAY_MS = 86_400_000
  const MICRO = 1_000_000
  const ANY = usd6(1_000_000_000 * USDC)
  /** Pool and accounts of these dollars, in the first minute of an hour that began with them. */
  function vault(poolUsdc: number, ...usdc: number[]) {
    const made = createNamedWorld({ poolUsdc })
    const names = ['a', 'b', 'c'].slice(0, usdc.length)
    names.forEach((name, place) => made.account(name, usdc[place]!))
    made.run({
      kind: 'ChangeParameters',
      exchange: {
        withdrawalDelayMs: 0,
        breakerFloorUsd6: usd6(1_000_000_000 * USDC),
        vaultTransactionUsd6: ANY,
        vaultHourUsd6: ANY,
      },
    })
    made.wait(HOUR_MS - (made.exchange.timeMs % HOUR_MS))
    made.run({ kind: 'TickTimer' })
    const begin = made.exchange.timeMs
    const request = (dollars: number, name: string): Id => {
      const account = made.addressOf(name)
      const sizeUsd6 = usd6(Math.round(dollars * MICRO))
      const command = withdrawal(made, 0, {
        account,
        signer: account,
        recipient: account,
        sizeUsd6,
        orderTimeMs: made.signed(name).orderTimeMs,
      })
      made.run(command)
      return command.id
    }
    /** In which hour it may leave, counted from the first; negative = the code of its refusal. */
    const take = (dollars: number, name = 'a'): number => {
      request(dollars, name)
      const { code, eligibleTimeMs = made.exchange.timeMs } = told(made)
      return code === undefined ? Math.floor((eligibleTimeMs - begin) / HOUR_MS) : -code
    }
    return { made, take, request }
  }

  it('an hour lets a quarter of a million out, or a tenth of the vault where that is more; the rest later', () => {
    const small = vault(1_000_000, 600_000)
    expect([small.take(250_000), small.take(250_000), small.take(2_000)]).toEqual([0, 1, 2])
    // Eight millions as the hour begins.
    const large = vault(5_000_000, 2_000_000, 1_000_000)
    expect([large.take(800_000), large.take(2_000)]).toEqual([0, 1])
  })

  it('one sum may take several hours: it leaves in the last of them', () => {
    const { made, take } = vault(1_000_000, 900_000)
    expect(take(600_000)).toBe(2)
    const [transfer] = made.exchange.transfers.values()
    expect(transfer!.bookings!.map(({ size }) => size / USDC)).toEqual([250_000, 250_000, 100_000])
  })

  it('twenty-four hours let a million out, or three tenths of the vault where that is more', () => {
    const small = vault(1_000_000, 1_400_000)
    expect([small.take(1_000_000), small.take(2_000)]).toEqual([3, 24])
    const large = vault(3_000_000, 1_000_000, 1_000_000, 1_000_000)
    // Six millions: 600,000 in an hour, 1,800,000 in a day.
    expect(['a', 'b', 'c'].map((name) => large.take(600_000, name))).toEqual([0, 1, 2])
    expect(large.take(2_000)).toBe(24)
  })

  it('an owner has a million in twenty-four hours, others the rest', () => {
    const { take } = vault(50_000_000, 3_000_000, 3_000_000)
    expect([take(600_000), take(400_000), take(2_000)]).toEqual([0, 0, 24])
    expect(take(2_000, 'b')).toBe(0)
  })

  it('an owner has a quarter of an hour while others wait, and the whole of one in which no other does', () => {
    const { take } = vault(100_000, 400_000, 400_000)
    expect(take(2_000)).toBe(0)
    // 62,500 beside the other; what is left of it is booked whole.
    expect(take(300_000, 'b')).toBe(1)
    expect(take(62_500, 'a')).toBe(1)
  })

  it('the first hour with room is kept, whatever request comes later and whatever becomes of the caps', () => {
    const { made, take, request } = vault(1_000_000, 400_000, 400_000)
    expect(take(250_000)).toBe(0)
    const id = request(2_000, 'b')
    const { eligibleTimeMs } = told(made)
    expect(eligibleTimeMs).toBe(made.exchange.timeMs + HOUR_MS)
    made.run({ kind: 'ChangeParameters', exchange: { outflowHourUsd6: usd6(1_000 * USDC) } })
    made.wait(HOUR_MS - 1)
    made.run({ kind: 'TickTimer' })
    expect(approvals(made)).toBe(0)
    made.wait(1)
    made.run({ kind: 'TickTimer' })
    expect(made.events()).toContainEqual(expect.objectContaining({ kind: 'WithdrawalApproved' }))
    expect(made.exchange.transfers.get(id)!.record.eligibleTimeMs).toBe(eligibleTimeMs)
  })

  it('5009: no hour within five days', () => {
    const { take } = vault(1_000_000, 7_000_000)
    // Eight millions: 800,000 in an hour, and the owner a million a day. Of the sixth day there is one hour.
    expect(take(5_800_001)).toBe(-REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED)
    expect(take(5_800_000)).toBe(24 * 5)
    expect(take(2_000)).toBe(-REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED)
  })

  it('5009: what the contract of the vault can never pay at once', () => {
    const { made, take } = vault(1_000_000, 2_000_000)
    const limits = (vaultTransactionUsd6: number, vaultHourUsd6: number): void =>
      void made.run({
        kind: 'ChangeParameters',
        exchange: { vaultTransactionUsd6: usd6(vaultTransactionUsd6), vaultHourUsd6: usd6(vaultHourUsd6) },
      })
    limits(200_000 * USDC, 500_000 * USDC)
    expect([take(200_000.000001), take(200_000)]).toEqual([-REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED, 0])
    // A fifth of three millions where that is more than the sum.
    limits(1_000_000 * USDC, 500_000 * USDC)
    expect([take(600_000.000001), take(600_000)]).toEqual([-REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED, 2])
    limits(1_000_000 * USDC, 650_000 * USDC)
    expect([take(650_000.000001)]).toEqual([-REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED])
  })

  it('what is refunded gives back the hours that have not begun, and those alone', () => {
    const { made, take, request } = vault(100_000, 900_000, 400_000)
    const id = request(600_000, 'a')
    expect(take(250_000, 'b')).toBe(3)
    made.wait(HOUR_MS)
    made.run({ kind: 'RefundWithdrawal', id })
    expect(take(100_000, 'b')).toBe(2)
    expect([...made.exchange.outflow.hours.values()].map(({ sum }) => sum / USDC)).toEqual([
      250_000, 250_000, 162_500, 187_500,
    ])
  })

  it('a small sum goes past full hours, once per owner and day', () => {
    const { made, take } = vault(1_000_000, 2_000_000, 2_000, 3_000)
    expect(take(600_000)).toBe(1)
    expect([take(1_000, 'b'), take(1_000.000001, 'c'), take(999, 'c')]).toEqual([0, 2, 0])
    expect(take(1, 'b')).toBe(2)
    made.wait(DAY_MS - (made.exchange.timeMs % DAY_MS))
    made.run({ kind: 'TickTimer' })
    expect(made.exchange.outflow).toMatchObject({ laneSum: 0, laneOwners: new Set() })
  })

  it('the lane of small sums lets a tenth of the vault through in a day', () => {
    const { made, take } = vault(0, 6_000, 6_000, 1_000)
    made.run({
      kind: 'ChangeParameters',
      exchange: { outflowHourUsd6: usd6(1_000 * USDC), outflowHourPercent: 0 },
    })
    expect(take(1_000, 'c')).toBe(0)
    // 13,000 in all: 300 are left of the lane, and the hour is empty still.
    expect(take(301, 'b')).toBe(0)
    expect(made.exchange.outflow.laneSum).toBe(1_000 * USDC)
    expect(take(300, 'a')).toBe(0)
    expect(made.exchange.outflow.laneSum).toBe(1_300 * USDC)
  })

  it('all that is free may go, and what was taken is forgotten after a day, of its owner alone', () => {
    const { made, take } = vault(10_000_000, 1_000, 1_000)
    expect([take(1_000.000001), take(400)]).toEqual([-REFUSAL.TRANSFER_MARGIN_CHECK_FAILED, 0])
    made.wait(HOUR_MS)
    made.run({ kind: 'TickTimer' })
    expect([take(600), take(300, 'b')]).toEqual([1, 1])
    const [owner, other] = made.exchange.accounts.slice(-2)
    made.wait(DAY_MS - HOUR_MS)
    made.run({ kind: 'TickTimer' })
    expect([owner!, other!].map(({ withdrawals }) => withdrawals.length)).toEqual([2, 1])
    made.wait(1)
    made.run({ kind: 'TickTimer' })
    expect([owner!, other!].map(({ withdrawals }) => withdrawals.map(({ size }) => size))).toEqual([
      [600 * USDC],
      [300 * USDC],
    ])
    expect(made.exchange.recentWithdrawals.map(({ size }) => size)).toEqual([600 * USDC, 300 * USDC])
  })

  it('what was taken is forgotten without a look at any other account', () => {
    const { made, take } = vault(10_000_000, 1_000, 1_000)
    expect([take(1), take(2)]).toEqual([0, 0])
    const [owner, other] = made.exchange.accounts.slice(-2)
    const { withdrawals } = other!
    let looks = 0
    Object.defineProperty(other!, 'withdrawals', { get: () => ((looks += 1), withdrawals) })
    apply(made.exchange, {
      seq: made.exchange.seq + 1,
      timeMs: timeMs(made.exchange.timeMs + DAY_MS + 1),
      command: { kind: 'TickTimer' },
    })
    expect([owner!.withdrawals, made.exchange.recentWithdrawals, looks]).toEqual([[], [], 0])
  })

  it('less than fifty thousand in a day is quick, and what waits is approved once, in its time', () => {
    const { made, take } = vault(10_000_000, 200_000)
    made.run({ kind: 'ChangeParameters', exchange: { withdrawalDelayMs: 12 * HOUR_MS } })
    const begin = made.exchange.timeMs
    expect([take(49_999.999998), take(0.000001)]).toEqual([0, -REFUSAL.INVALID_PARAMETER])
    expect([take(1_001), told(made).eligibleTimeMs]).toEqual([12, begin + 43_200_000])
    made.wait(43_199_999)
    made.run({ kind: 'TickTimer' })
    expect(approvals(made)).toBe(0)
    made.wait(1)
    made.run({ kind: 'TickTimer' })
    expect(approvals(made)).toBe(1)
    made.run({ kind: 'TickTimer' })
    expect(approvals(made)).toBe(0)
  })

  it('a recipient is known once its owner’s own key has signed for it, and only once', () => {
    const { made } = vault(10_000_000, 1_000)
    const recipient = hex(40, 0xb0b)
    const owner = made.exchange.accounts.at(-1)!
    const now = { orderTimeMs: made.exchange.timeMs }
    made.run(withdrawal(made, 1, { ...now, recipient, signer: hex(40, 0x51) as Address }))
    expect(owner.trustedRecipients).not.toContain(recipient)
    for (const _ of [1, 2]) made.run(withdrawal(made, 1, { ...now, recipient }))
    expect(owner.trustedRecipients.filter((known) => known === recipient)).toHaveLength(1)
  })

  it('a refused one leaves its nonce and no id', () => {
    const { made } = vault(10_000_000, 0)
    const refused = withdrawal(made, 100, { orderTimeMs: made.exchange.timeMs })
    made.run(refused)
    expect(told(made)).toMatchObject({
      id: refused.id,
      status: 'REJECTED',
      code: REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND,
    })
    expect(made.run(refused)).toEqual({ ok: false, code: REFUSAL.TRANSFER_DUPLICATE })
    expect([...made.exchange.finishedTransfers.keys()]).toEqual([])
    expect(made.run({ kind: 'RefundWithdrawal', id: refused.id })).toEqual({
      ok: false,
      code: REFUSAL.TRANSFER_DUPLICATE,
    })
    expect(made.run({ ...refused, nonce: ++nonce })).toMatchObject({ ok: true })
  })

  it('a request is one of a kind, while it waits and when it is over; no validator verifies a deposit', () => {
    const { made } = vault(10_000_000, 1_000)
    const now = { orderTimeMs: made.exchange.timeMs }
    const paid = withdrawal(made, 10, now)
    made.run(paid)
    expect(made.run({ ...paid, nonce: ++nonce })).toEqual({ ok: false, code: REFUSAL.TRANSFER_DUPLICATE })
    made.run({ kind: 'VerifyWithdrawal', id: paid.id, validatorSignature: '0xaa' })
    made.run({ kind: 'CompleteWithdrawal', id: paid.id, txHash: hex(64, 5) })
    expect(made.run({ ...paid, nonce: ++nonce })).toEqual({ ok: false, code: REFUSAL.TRANSFER_DUPLICATE })
    const refused = withdrawal(made, 100_000, now)
    made.run(refused)
    expect(told(made)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED })
    expect(made.run({ kind: 'VerifyWithdrawal', id: id(77), validatorSignature: '0xaa' })).toEqual({
      ok: false,
      code: REFUSAL.TRANSFER_DUPLICATE,
    })
  })
})

describe('liquidation', () => {
  it('[8.28] below maintenance: open orders go with 3008, the position is closed against book and ladder', () => {
    const made = world(300)
    made.price(AAPL.symbol, 23_150)
    made.order('a', { isBuy: true, size: lots(100_000) })
    const resting = made.order('a', { isBuy: true, size: 10, price: 20_000 })
    const liquidation = made.view('a').positions[0]!.liquidationPrice!
    made.wait(1_000)
    made.price(AAPL.symbol, liquidation + 30)
    expect(made.view('a').positions).toHaveLength(1)
    made.wait(1_000)
    made.price(AAPL.symbol, liquidation - 30)
    expect(made.view('a').positions).toEqual([])
    expect(made.record(resting.id)).toMatchObject({ status: 'CANCELLED', code: REFUSAL.DELETED_BY_LIQ })
    const closing = made
      .events()
      .flatMap((event) =>
        event.kind === 'OrderUpdated' && event.order.orderType === 'LIQUIDATION' ? [event.order] : [],
      )
      .at(-1)
    expect(closing).toMatchObject({ status: 'FILLED', isBuy: false, reduceOnly: true, filledSize: 100_000 })
    expect(made.view('a').collateral).toBeGreaterThanOrEqual(0)
  })
  it('a gap beyond bankruptcy leaves the account within a tick of zero, never below', () => {
    const made = world(300)
    made.run({ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(10_000 * USDC) })
    made.price(AAPL.symbol, 23_150)
    made.order('a', { isBuy: true, size: lots(120_000) })
    made.wait(1_000)
    made.price(AAPL.symbol, 15_000)
    const { collateral, positions } = made.view('a')
    expect(positions).toEqual([])
    // The bankruptcy price is rounded up to a whole tick: at most one tick of the position is left.
    expect(collateral).toBeGreaterThanOrEqual(0)
    expect(collateral).toBeLessThan(120_000)
  })
})

describe('funding', () => {
  it('[3.3] a long pays what a short and the pool receive, once an hour, settled at the next fill', () => {
    const made = world(10_000)
    made.account('b', 10_000)
    made.price(AAPL.symbol, 23_150)
    made.order('a', { isBuy: true, size: 200_000 })
    for (let slot = 0; slot < 400; slot += 1) {
      made.wait(5_000)
      made.price(AAPL.symbol, 23_150)
      made.run({ kind: 'TickTimer' })
    }
    const hourMs = timeMs(Math.floor(made.exchange.timeMs / 3_600_000) * 3_600_000 - 3_600_000)
    made.run({ kind: 'TickFunding', hourMs })
    const applied = made.events().flatMap((event) => (event.kind === 'FundingApplied' ? [event] : []))[0]!
    expect(applied.rate).toBeGreaterThan(0)
    const cumFunding = made.exchange.markets[0]!.cumFunding
    expect(cumFunding).toBe(BigInt(applied.rate) * 23_150n * 100n)
    made.run({ kind: 'TickFunding', hourMs })
    expect(made.exchange.markets[0]!.cumFunding).toBe(cumFunding)
    const owed = made.view('a').positions[0]!
    const pays = Number((200_000n * cumFunding + 10n ** 10n - 1n) / 10n ** 10n)
    const closing = made.order('a', { isBuy: false, size: 200_000, reduceOnly: true })
    expect(closing).toMatchObject({ status: 'FILLED', settledFunding: -pays })
    expect(owed.entryFunding).toBe(0n)
  })

  it('that is owed is settled before money leaves, and told as of a TRANSFER', () => {
    const made = world(10_000)
    made.price(AAPL.symbol, 23_150)
    made.order('a', { isBuy: true, size: 123_410 })
    const market = made.exchange.markets[0]!
    market.cumFunding = funding12(312_500_000_001n)
    beginFundingEpoch(made.exchange, market)
    const before = made.view('a').collateral
    made.run(withdrawal(made, 1_000))
    const settled = made.events().filter((event) => event.kind === 'FundingSettled')
    // 12.3410 · 0.3125 dollars a share, rounded up.
    expect(settled).toMatchObject([{ reason: 'TRANSFER', payment: -3_856_563, size: 123_410 }])
    expect(made.view('a').collateral).toBe(before - 3_856_563 - 1_000 * USDC)
    expect(market.fundingClearing).toBe(3_856_563)
    made.run(withdrawal(made, 1_000))
    expect(made.view('a').collateral).toBe(before - 3_856_563 - 2_000 * USDC)
  })
})

describe('what the exchange keeps in all', () => {
  const BILLION = 1_000_000_000 * USDC

  it('a deposit beyond it waits, and is credited when it is told of again and there is room', () => {
    const made = world()
    const half = BILLION / 2
    made.run({ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(half) })
    expect(made.run(deposit(made, { amountUsd6: usd6(3 * BILLION), finality: 'FINAL' }))).toMatchObject({
      ok: true,
    })
    expect(made.view('a').collateral).toBe(3 * BILLION + 1_000 * USDC)
    const late = {
      id: id(2),
      txHash: hex(64, 8),
      amountUsd6: usd6(900_000_000 * USDC),
      finality: 'FINAL',
    } as const
    expect(made.run(deposit(made, late))).toEqual({ ok: true, id: id(2) })
    expect(told(made)).toMatchObject({ id: id(2), status: 'NEW' })
    expect(made.run({ kind: 'FinalizeDeposit', id: id(2), blockHash: hex(64, 9) })).toMatchObject({
      ok: true,
    })
    expect(made.view('a').collateral).toBe(3 * BILLION + 1_000 * USDC)
    assertInvariants(made.exchange)

    // Room is made.
    const { money } = made.exchange
    money.VAULT = usd6(money.VAULT - half)
    money.INSURANCE = usd6(money.INSURANCE - half)
    made.run(deposit(made, late))
    expect(told(made)).toMatchObject({ id: id(2), status: 'FILLED' })
    expect(made.view('a').collateral).toBe(3_900_000_000 * USDC + 1_000 * USDC)
  })

  it('the largest amount that a log can name stops nothing, however often it comes', () => {
    const made = world()
    for (const number of [1, 2, 3]) {
      const amountUsd6 = usd6(Number.MAX_SAFE_INTEGER)
      const one = deposit(made, { id: id(number), logIndex: number, amountUsd6, finality: 'FINAL' })
      expect(made.run(one)).toMatchObject({ ok: true })
      expect(told(made).status).toBe('NEW')
    }
    expect(made.view('a').collateral).toBe(1_000 * USDC)
  })

  it('money that lies there from the beginning counts: 1130', () => {
    const made = world()
    const seed = { kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(4 * BILLION) } as const
    expect(made.run(seed)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
  })
})
