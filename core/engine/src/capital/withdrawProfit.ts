/**
 * Pays out the profit of a funded account: the debited sum is virtual and returns to SIM_HOUSE, and the trader's share of
 * it is credited as real collateral to the primary account, from CAPITAL_TREASURY and nothing else, in one command. What
 * is to be looked at first, or more than the treasury holds, leaves the account and waits (`reviews.ts`).
 */
import { profitPayout } from '@vest/formulas'
import { type ErrorCode, TRANSFER_MIN_USD6, type Usd6, timeMs, usd6, REFUSAL } from '@vest/protocol'
import type { Answer, CapitalTerms, TransferRecord, WithdrawProfit } from '../api/index.ts'
import { isNonceUsed, noncesOf, useNonce } from '../keys/index.ts'
import { takeOut } from '../ledger/index.ts'
import { withdrawableOf } from '../margin/index.ts'
import { isTrading, emitCapital } from '../sim/index.ts'
import { type Account, accountAt, type Capital, creditHouse, type Exchange } from '../state/index.ts'
import { NOWHERE, emitTransfer } from '../transfers/index.ts'
import { queuePayout } from './reviews.ts'

type FundedTerms = Extract<CapitalTerms, { readonly stage: 'FUNDED' }>

/** A repeated id or nonce is 5010 and leaves no record; every other refusal is a REJECTED record. */
export function withdrawProfit(exchange: Exchange, command: WithdrawProfit): Answer {
  const { id, signer, nonce } = command
  if (exchange.transfers.has(id) || exchange.finishedTransfers.has(id) || exchange.sim.reviews.has(id))
    return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  const nonces = noncesOf(exchange, signer)
  if (isNonceUsed(exchange, nonces.index, nonce)) return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  useNonce(exchange, nonces.index, nonce, command.orderTimeMs)
  const account = accountAt(exchange, command.account)
  const code =
    account === undefined ? REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND : refusal(exchange, account, command)
  const record = recordOf(exchange, command)
  if (account === undefined || code !== undefined) {
    emitTransfer(exchange, {
      ...record,
      status: 'REJECTED',
      code: code ?? REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND,
    })
    return { ok: true, id }
  }
  // A reader of the records debits the sum with the first and credits it with the last.
  emitTransfer(exchange, record)
  const { capital } = account
  takeProfit(exchange, account, capital!, command.sizeUsd6)
  queuePayout(exchange, account, {
    record,
    shareUsd6: profitPayout(command.sizeUsd6, (capital!.terms as FundedTerms).profitSplitRatio),
    signals: command.signals ?? [],
  })
  return { ok: true, id }
}

function refusal(exchange: Exchange, account: Account, command: WithdrawProfit): ErrorCode | undefined {
  const { capital } = account
  const { sizeUsd6: size, recipient } = command
  if (capital === undefined || capital.terms.stage !== 'FUNDED') return REFUSAL.INVALID_PARAMETER
  if (!Number.isSafeInteger(size) || size < TRANSFER_MIN_USD6 || recipient !== account.ownerId)
    return REFUSAL.INVALID_PARAMETER
  if (account.isFrozen || !isTrading(capital)) return REFUSAL.ACTION_NOT_AVAILABLE
  if (account.positions.length > 0 || size > availableProfit(exchange, account, capital))
    return REFUSAL.TRANSFER_MARGIN_CHECK_FAILED
  return isTooEarly(exchange, capital, capital.terms) ? REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED : undefined
}

/** What the collateral has grown beyond the size, as far as no resting order needs it. */
const availableProfit = (exchange: Exchange, account: Account, { sizeUsd6 }: Capital): number =>
  Math.min(account.collateral - sizeUsd6, withdrawableOf(exchange, account))

const isTooEarly = ({ timeMs: now }: Exchange, capital: Capital, terms: FundedTerms): boolean =>
  now - capital.openedTimeMs < terms.firstProfitAfterMs ||
  capital.tradingDays < terms.minTradingDays ||
  (capital.lastProfitTimeMs !== undefined && now - capital.lastProfitTimeMs < terms.profitEveryMs)

/** The day's balance, and with it the limit, goes down with the collateral, or the payout itself would be a loss. */
function takeProfit(exchange: Exchange, account: Account, capital: Capital, size: Usd6): void {
  takeOut(account, size)
  creditHouse(exchange, size)
  capital.priorDayBalance = usd6(capital.priorDayBalance - size)
  capital.lastProfitTimeMs = timeMs(exchange.timeMs)
  emitCapital(exchange, account, capital)
}

const recordOf = (exchange: Exchange, command: WithdrawProfit): TransferRecord => ({
  id: command.id,
  account: command.account,
  type: 'WITHDRAW_PROFIT',
  status: 'NEW',
  nonce: command.nonce,
  size: command.sizeUsd6,
  chainId: 0,
  token: NOWHERE,
  recipient: command.recipient,
  postTimeMs: timeMs(exchange.timeMs),
  execute: false,
  signer: command.signer,
  signature: command.signature,
})
