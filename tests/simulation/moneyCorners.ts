/** Corners of deposits and withdrawals: logs that come twice, disappear or were announced before, payments too late. */
import type { Command, CreditDeposit, RequestWithdrawal } from '@vest/engine'
import { usd6, type Address, type Id, type Usd6 } from '@vest/protocol'
import type { Scene } from './scene.ts'
import type { Prng } from './prng.ts'
import { badAmount, hash, STRANGER } from './sceneOrders.ts'

type Corner = () => readonly Command[]

export function createMoneyCorners(prng: Prng, scene: Scene): readonly Corner[] {
  const asked = (change: Partial<RequestWithdrawal>): Corner => {
    return () => [{ ...scene.request(), ...change }]
  }
  const anyTransfer = (): Id =>
    scene.transferIds.length > 0 ? prng.pick(scene.transferIds) : scene.freshId()

  const money: readonly Corner[] = [
    () => [{ ...scene.credit(), amountUsd6: badAmount(prng) }],
    () => {
      const credit = { ...scene.credit(), amountUsd6: usd6(3_999_999_999_999_999) }
      const { id, blockHash } = credit
      return [
        { ...credit, finality: prng.pick(['SOFT', 'FINAL']) },
        { kind: 'FinalizeDeposit', id, blockHash },
        { ...credit, finality: 'FINAL' },
      ]
    },
    () => {
      const credit = scene.credit()
      const { id, blockHash } = credit
      return [
        { ...credit, finality: 'SOFT' },
        { ...credit, id: scene.freshId() },
        { ...credit, amountUsd6: usd6(credit.amountUsd6 + 1) },
        { ...credit, blockHash: hash(scene.freshId()) },
        { kind: 'OrphanDeposit', id },
        { kind: 'OrphanDeposit', id },
        { kind: 'FinalizeDeposit', id, blockHash },
        { ...credit, finality: 'SOFT', blockHash: hash(scene.freshId()) },
        { kind: 'FinalizeDeposit', id, blockHash },
        { kind: 'FinalizeDeposit', id, blockHash },
        { kind: 'OrphanDeposit', id },
        { ...credit, finality: 'FINAL' },
      ]
    },
    () =>
      announced(({ id }) => [
        { kind: 'RejectDeposit', id },
        { kind: 'RejectDeposit', id },
      ]),
    () => announced((credit) => [credit, { kind: 'RejectDeposit', id: credit.id }]),
    () => announced((credit) => [{ kind: 'RejectDeposit', id: credit.id }, credit]),
    () =>
      announced(({ id, blockHash }) => [
        { kind: 'FinalizeDeposit', id, blockHash },
        { kind: 'OrphanDeposit', id },
      ]),
    () => announced(() => [], { amountUsd6: badAmount(prng) }),
    () => announced(() => [], { account: STRANGER }),
    () => [{ kind: 'RejectDeposit', id: anyTransfer() }],
    () => [{ kind: 'FinalizeDeposit', id: anyTransfer(), blockHash: hash(scene.freshId()) }],
    () => [{ kind: 'OrphanDeposit', id: anyTransfer() }],
    asked({ account: STRANGER }),
    asked({ sizeUsd6: usd6(999_999) }),
    asked({ chainId: 0 }),
    asked({ execute: true, networkFeeUsd6: usd6(9_000_000_000) }),
    asked({ sizeUsd6: usd6(5_000_000_000_000) }),
    () => {
      const request = scene.request()
      return [request, request, { ...request, id: scene.freshId() }]
    },
    // Asks for all that the caps let out, and never takes it; the next account wants a little.
    () => {
      const { account } = scene.request()
      return [
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(1_500_000_000_000) },
        asks(account, 1_000_000_000_000),
        asks(account, 400_000_000_000),
        asks(account, 1_000_000_000),
        asks(account, 1_000_000_000),
        asks(scene.owner(), 900_000_000),
        asks(scene.owner(), 3_000_000_000),
      ]
    },
    // More than five days let out.
    () => {
      const { account } = scene.request()
      const limit = (ownerDayUsd6: number): Command => ({
        kind: 'ChangeParameters',
        exchange: { ownerDayUsd6: usd6(ownerDayUsd6) },
      })
      return [
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(30_000_000_000) },
        limit(1_000_000_000),
        asks(account, 20_000_000_000),
        asks(account, 3_500_000_000),
        limit(1_000_000_000_000),
      ]
    },
    // More at once than is usual in ten minutes: others queue, but for small sums.
    () => {
      const { account } = scene.request()
      const quick = (quickWithdrawalUsd6: number): Command => ({
        kind: 'ChangeParameters',
        exchange: { quickWithdrawalUsd6: usd6(quickWithdrawalUsd6) },
      })
      return [
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(300_000_000_000) },
        quick(1_000_000_000_000),
        asks(account, 140_000_000_000),
        asks(account, 2_000_000_000),
        asks(scene.owner(), 2_000_000_000),
        asks(scene.owner(), 500_000_000),
        quick(50_000_000_000),
        { kind: 'TickTimer' },
      ]
    },
    // Thousands of millionths of a dollar; the last of them told again.
    () => {
      const first = scene.dust()
      const many = Array.from({ length: prng.int(2, 60) }, () => ({
        ...scene.dust(),
        account: first.account,
        chainId: first.chainId,
        amountUsd6: usd6(1),
      }))
      return [first, ...many, many.at(-1)!, first]
    },
    () => [{ ...scene.dust(), amountUsd6: badAmount(prng) }],
    () => [{ ...scene.dust(), amountUsd6: usd6(1_000_000) }],
    () => [{ ...scene.credit(), amountUsd6: usd6(999_999) }],
    // Far more than one owner may take out in a day.
    () => {
      const request = scene.request()
      const { account } = request
      return [
        { ...scene.credit(), account, finality: 'FINAL', amountUsd6: usd6(1_500_000_000_000) },
        { ...request, sizeUsd6: usd6(1_000_000_000_001) },
        { ...request, id: scene.freshId(), nonce: scene.freshNonce(), sizeUsd6: usd6(60_000_000_000) },
      ]
    },
    ...[undefined, 0, 70_000, 200_000].map(
      (feeUsd6): Corner =>
        () =>
          paid(feeUsd6),
    ),
    () => [{ kind: 'VerifyWithdrawal', id: anyTransfer(), validatorSignature: hash(scene.freshId()) }],
    () => [{ kind: 'CompleteWithdrawal', id: scene.freshId(), txHash: hash(scene.freshId()) }],
    () => [{ kind: 'RefundWithdrawal', id: scene.freshId() }],
  ]
  function asks(account: Address, sizeUsd6: number): Command {
    const request = scene.request()
    return { ...request, account, signer: account, recipient: account, sizeUsd6: usd6(sizeUsd6) }
  }
  /** A gasless deposit: said before its log stands in a block. */
  function announced(
    then: (credit: CreditDeposit) => readonly Command[],
    change: { account?: Address; amountUsd6?: Usd6 } = {},
  ): readonly Command[] {
    const credit = scene.credit()
    const { id, chainId, token, amountUsd6 } = credit
    const account = credit.account ?? scene.order().account
    const announce = { kind: 'AnnounceDeposit', id, chainId, token, account, amountUsd6, ...change } as const
    return [
      announce,
      announce,
      { ...announce, amountUsd6: usd6(amountUsd6 + 1) },
      ...then({ ...credit, account }),
    ]
  }
  /** One withdrawal to its end, by the keeper or by the trader; then everything that comes too late. */
  function paid(feeUsd6: number | undefined): readonly Command[] {
    const request: RequestWithdrawal = { ...scene.request(), execute: prng.chance(0.7) }
    const { id } = request
    const complete = {
      kind: 'CompleteWithdrawal',
      id,
      txHash: hash(scene.freshId()),
      ...(feeUsd6 === undefined ? {} : { feeUsd6: usd6(feeUsd6) }),
    } as const
    const verify = { kind: 'VerifyWithdrawal', id, validatorSignature: hash(scene.freshId()) } as const
    return [
      request,
      verify,
      verify,
      { ...verify, validatorSignature: hash(scene.freshId()) },
      ...(prng.chance(0.7) ? [complete] : [{ kind: 'RefundWithdrawal', id } as const]),
      complete,
      { kind: 'RefundWithdrawal', id },
      verify,
    ]
  }
  return money
}
