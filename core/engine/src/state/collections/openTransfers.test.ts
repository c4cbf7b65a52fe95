/** Open transfers of other accounts cost nothing at a deposit, a registration or a tick. */
import { describe, expect, it } from 'vitest'
import { type Address, type Hex, type Id, timeMs, usd6 } from '@vest/protocol'
import { type CreditDeposit, type Register, type RequestWithdrawal } from '../../api/commands.ts'
import { decodeState, encodeState } from '../../snapshot/snapshot.ts'
import { createNamedWorld, type NamedWorld, USDC } from '../../testing/namedWorld.ts'

const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
const TOKEN = hex(40, 0xcc) as Address
const BASE = 8_453
const HOUR_MS = 3_600_000

const deposit = (number: number, account: Address, changes: Partial<CreditDeposit> = {}): CreditDeposit => ({
  kind: 'CreditDeposit',
  id: hex(64, number) as Id,
  chainId: BASE,
  txHash: hex(64, number),
  logIndex: 0,
  blockHash: hex(64, 9),
  account,
  from: account,
  amountUsd6: usd6(USDC),
  token: TOKEN,
  finality: 'FINAL',
  ...changes,
})
const registration = (made: NamedWorld, account: Address): Register => ({
  kind: 'Register',
  account,
  networkType: 0,
  signer: account,
  isMobile: false,
  apiKeyHash: hex(64, 1),
  proofSignature: hex(130, 27),
  verifyingContract: TOKEN,
  expiryTimeMs: timeMs(made.exchange.timeMs + HOUR_MS),
})
const withdrawal = (made: NamedWorld, number: number): RequestWithdrawal => ({
  kind: 'RequestWithdrawal',
  id: hex(64, number) as Id,
  ...made.signed('a'),
  recipient: made.addressOf('a'),
  isTrustedRecipient: false,
  token: TOKEN,
  sizeUsd6: usd6(USDC),
  chainId: BASE,
  execute: false,
  networkFeeUsd6: usd6(0),
  requestArgs: '0x01',
  signature: '0x02',
  signatureProof: '0x',
})
const toldIds = (made: NamedWorld): number[] =>
  made.events().flatMap((event) => (event.kind === 'TransferUpdated' ? [Number(event.transfer.id)] : []))

describe('[4.2] open transfers of others', () => {
  it('are not scanned by a deposit, a registration, a withdrawal or the timer', () => {
    const made = createNamedWorld({ isUnchecked: true })
    made.account('a', 1_000)
    for (let n = 1; n <= 50; n += 1) made.run(deposit(n, hex(40, 0xd000 + n) as Address))
    expect(made.exchange.transfers.size).toBe(50)
    let walks = 0
    const { transfers } = made.exchange
    transfers.values = () => ((walks += 1), Map.prototype.values.call(transfers))
    made.run(registration(made, hex(40, 0xd001) as Address))
    made.run(deposit(100, made.addressOf('a'), { finality: 'SOFT', amountUsd6: usd6(USDC) }))
    made.run(deposit(101, hex(40, 0xd002) as Address, { amountUsd6: usd6(USDC) }))
    made.run(withdrawal(made, 102))
    made.wait(12 * HOUR_MS)
    made.run({ kind: 'TickTimer' })
    expect(made.exchange.transfers.get(hex(64, 102) as Id)!.isApproved).toBe(true)
    expect(walks).toBe(0)
  })

  it('are credited to an account in the order of their first record, whichever was credited first', () => {
    const made = createNamedWorld()
    // The address of the next account.
    const account = hex(40, 0xa0) as Address
    made.run(deposit(2, account, { finality: 'SOFT' }))
    made.run(deposit(1, account))
    made.account('late', 0)
    expect(made.addressOf('late')).toBe(account)
    expect(toldIds(made)).toEqual([2, 1])
    expect(made.view('late')).toMatchObject({ collateral: 2 * USDC, softCredit: USDC })
  })

  it('add up after a snapshot as before', () => {
    const made = createNamedWorld()
    const account = made.account('a', 1_000)
    made.run(deposit(1, account, { finality: 'SOFT', amountUsd6: usd6(20_000 * USDC) }))
    made.run(deposit(2, account, { finality: 'SOFT', amountUsd6: usd6(2 * USDC) }))
    made.run(withdrawal(made, 3))
    const restored = decodeState(encodeState(made.exchange))
    const { deposits, softOnChain, unapproved } = restored.openTransfers
    expect(deposits).toEqual(made.exchange.openTransfers.deposits)
    expect([...softOnChain]).toEqual([[BASE, 20_002 * USDC]])
    expect([...unapproved].map(({ record }) => Number(record.id))).toEqual([3])
  })
})
