/**
 * GET /transfer/withdraw/quote: what a withdrawal that a keeper sends would cost, and when it would leave. Nothing is
 * promised: what leaves in the meantime counts too.
 */
import {
  CHAIN_SOLANA,
  formatUsd6,
  TRANSFER_MIN_USD6,
  type Hex,
  usd6,
  type Usd6,
  type WithdrawQuoteResponse,
  REFUSAL,
} from '@vest/protocol'
import type { Caller } from '../../../caller.ts'
import type { Edge } from '../../../edge.ts'
import { isForeignAddress, isOwnRecipient } from '../../../orders/withdrawTarget.ts'
import { isRefusal, malformed, refuse, type Refusal } from '../../../refusal.ts'
import { integerOf, requiredText, textOf, usdOf, type Query } from '../../query.ts'
import { keyRoute } from '../../route.ts'

export const getTransferWithdrawQuote = keyRoute('withdrawQuote', async (edge, { query }, caller) => {
  const asked = readQuery(edge, query, caller)
  if (isRefusal(asked)) return asked
  const { chainId, size, fee, recipient, withdrawSeconds } = asked
  const { account } = caller
  const validRecipient = isForeignAddress(edge, chainId, recipient)
  const [payable, view, trusted, { quickWithdrawalUsd6, withdrawalDelayMs }] = await Promise.all([
    payableUsd6(edge, chainId),
    edge.engine.query('account', { account }),
    edge.engine.query('trustedRecipients', { account }),
    edge.engine.query('exchange', {}),
  ])
  const isTrusted = (await isOwnRecipient(account, recipient)) || trusted.includes(recipient)
  const quick = isTrusted && (view?.withdrawn24h ?? 0) + size < quickWithdrawalUsd6
  const place = await edge.engine.query('withdrawalTime', {
    account,
    sizeUsd6: size,
    isTrustedRecipient: isTrusted,
  })
  if (view !== undefined && place === undefined) return refuse(REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED)
  const nowMs = edge.clock.nowMs()
  const ownDelayMs = quick ? 0 : withdrawalDelayMs
  const delayMs = Math.max(ownDelayMs, (place?.eligibleTimeMs ?? nowMs) - nowMs)
  const answer: WithdrawQuoteResponse = {
    chainId,
    size: formatUsd6(size),
    fee: formatUsd6(fee),
    receive: formatUsd6(usd6(size - fee)),
    quick,
    eligibleTime: delayMs === 0 ? null : nowMs + delayMs,
    estimatedSeconds: withdrawSeconds + Math.ceil(delayMs / 1_000),
    validRecipient,
    available: payable === undefined ? null : formatUsd6(payable),
    otherChains: payable === undefined || payable >= size ? [] : await chainsThatPay(edge, size),
  }
  return answer
})

/** What lies in the vault of a chain beside what was promised there; undefined = the chain does not answer. */
async function payableUsd6(
  { chains, engine }: Pick<Edge, 'chains' | 'engine'>,
  chainId: number,
): Promise<Usd6 | undefined> {
  const adapter = chains.payer(chainId)
  if (adapter === undefined) return undefined
  const [held, approved] = await Promise.all([
    // What a stopped node cannot say is not a reason against the sum.
    adapter.vaultBalanceUsd6().catch(() => undefined),
    engine.query('approvedWithdrawals', {}),
  ])
  if (held === undefined) return undefined
  const promised = approved.reduce(
    (sum, one) => (chains.payer(one.chainId) === adapter ? sum + one.size : sum),
    0,
  )
  return usd6(Math.max(0, held - promised))
}

async function chainsThatPay(edge: Pick<Edge, 'chains' | 'engine'>, size: Usd6): Promise<number[]> {
  const all = edge.chains.adapters().map(({ chainId }) => chainId)
  const payable = await Promise.all(all.map((chainId) => payableUsd6(edge, chainId)))
  return all.filter((_, at) => (payable[at] ?? 0) >= size)
}

interface Asked {
  readonly chainId: number
  readonly size: Usd6
  readonly fee: Usd6
  readonly recipient: Hex
  readonly withdrawSeconds: number
}

function readQuery(edge: Pick<Edge, 'chains'>, query: Query, { account }: Caller): Asked | Refusal {
  const chainId = integerOf(query, 'chainId') ?? malformed('Field required: chainId')
  if (isRefusal(chainId)) return chainId
  const text = requiredText(query, 'size')
  if (isRefusal(text)) return text
  const size = usdOf(text, 'size')
  if (isRefusal(size)) return size
  const recipient = textOf(query, 'recipient') ?? account
  if (isRefusal(recipient)) return recipient
  const chain = edge.chains.info(chainId)
  if (chain === undefined) return refuse(REFUSAL.INVALID_PARAMETER, 'unknown chain')
  if (size < TRANSFER_MIN_USD6) return refuse(REFUSAL.INVALID_PARAMETER, 'size must be at least 1 USDC')
  const fee = edge.chains.withdrawFeeUsd6(chainId)
  if (size <= fee) return refuse(REFUSAL.INVALID_PARAMETER, 'size must exceed the network fee')
  // Base58 knows upper and lower case.
  const written = chainId === CHAIN_SOLANA ? recipient : recipient.toLowerCase()
  return { chainId, size, fee, recipient: written as Hex, withdrawSeconds: chain.withdrawSeconds }
}
