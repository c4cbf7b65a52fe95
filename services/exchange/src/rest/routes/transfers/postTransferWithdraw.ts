/**
 * POST /transfer/withdraw. The signed tuple is the contract's requestArgs and its hash the withdrawal's id, so
 * what the trader signed is, byte for byte, what the vault will pay. What money can decide (balance, caps) the
 * engine says on the record; only the form is refused here.
 */
import {
  actionTuple,
  assert,
  bytesToHex,
  canonicalSignature,
  CHAIN_SOLANA,
  formatUsd6,
  NETWORK_TYPES,
  parseInteger,
  signatureProof,
  solanaPublicKey,
  TRANSFER_MIN_USD6,
  usd6,
  withdrawRequest,
  type Address,
  type ChainInfo,
  type Hex,
  type IdResponse,
  type SignedWithdraw,
  type Usd6,
  type WithdrawRequest,
  REFUSAL,
} from '@vest/protocol'
import { SolanaUnreachableError } from '@vest/runtime'
import { type Edge } from '../../../edge.ts'
import { submit } from '../../../engineCalls.ts'
import { tellOwner } from '../../../identity/tellOwner.ts'
import type { Registration } from '../../../keyRing.ts'
import { checkFresh } from '../../../orders/accountWrite.ts'
import { nonceOf, provenSigner, recvWindowOf, signedTimeOf } from '../../../orders/signedWrite.ts'
import { isAddress } from '../../../isAddress.ts'
import { isForeignAddress, isOwnContract, isOwnRecipient } from '../../../orders/withdrawTarget.ts'
import { isRefusal, malformed, refuse, unavailable, type Refusal } from '../../../refusal.ts'
import { elsewhereThanContract } from '../../../verify/contractWallets.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { barSolana } from '../../solanaAccounts.ts'
import { readBody } from '../../readBody.ts'
import { keyRoute } from '../../route.ts'

export const postTransferWithdraw = keyRoute('withdraw', async (edge, request, caller) => {
  const body = readBody(withdrawRequest, request.body)
  if (isRefusal(body)) return body
  const time = signedTimeOf(body.order.time, 'order.time')
  if (isRefusal(time)) return time
  const sizeUsd6 = sizeOf(body)
  if (isRefusal(sizeUsd6)) return sizeUsd6
  const recvWindowMs = recvWindowOf(body.recvWindow)
  if (isRefusal(recvWindowMs)) return recvWindowMs
  const nonce = nonceOf(body.order.nonce)
  if (isRefusal(nonce)) return nonce
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  const elsewhere = body.order.chainId === CHAIN_SOLANA ? undefined : await barSolana(edge, caller)
  if (elsewhere) return elsewhere
  const target = await targetOf(edge, body, sizeUsd6)
  if (isRefusal(target)) return target
  const { token, recipient, signedRecipient, chain } = target
  const action: SignedWithdraw = {
    kind: 'withdraw',
    time,
    nonce,
    account: caller.account,
    recipient: signedRecipient,
    token,
    size: sizeUsd6,
    chainId: chain.chainId,
  }
  const signed = { action, signature: body.signature }
  const stale = await checkFresh(
    edge,
    caller,
    { time, nonce, recvWindowMs },
    action,
    body.signature,
    REFUSAL.TRANSFER_DUPLICATE,
  )
  if (stale) return stale
  const proven = await provenSigner(edge, caller, signed, request)
  if (isRefusal(proven)) return proven
  const canonical = canonicalSignature(body.signature)
  assert(canonical !== undefined, 'a proven signature is canonical')
  const registration = registrationFor(edge, caller.account, proven.signer, chain)
  const away = elsewhereThanContract(edge, registration, chain.chainId)
  if (away) return away
  const execute = body.execute ?? false
  // The vault checks a proof over its own address only: a keeper's call with another one would revert.
  if (
    execute &&
    registration?.networkType === NETWORK_TYPES.evm &&
    registration.verifyingContract !== chain.router.toLowerCase()
  )
    return refuse(
      REFUSAL.INVALID_PARAMETER,
      'register over the router of this chain before a withdrawal is executed for you',
    )
  const done = await submit(edge, {
    kind: 'RequestWithdrawal',
    id: proven.hash,
    account: caller.account,
    signer: proven.signer,
    nonce,
    orderTimeMs: time,
    recvWindowMs,
    recipient,
    isTrustedRecipient: await isTrusted(edge, caller.account, proven.signer, recipient),
    token,
    sizeUsd6,
    chainId: chain.chainId,
    execute,
    networkFeeUsd6: execute ? edge.chains.withdrawFeeUsd6(chain.chainId) : usd6(0),
    requestArgs: bytesToHex(actionTuple(action)),
    signature: canonical.hex,
    // The vault cannot read that of a Solana wallet: the validator vouches for it.
    signatureProof:
      registration?.networkType === NETWORK_TYPES.evm
        ? signatureProof(registration.proofSignature, registration.signer, registration.expiryTimeMs)
        : '0x',
  })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code)
  edge.view.noteNonce(proven.signer, nonce)
  edge.view.noteWrite(caller.account, done.seq)
  await tellOwner(
    edge,
    caller,
    { kind: 'withdrawal', size: formatUsd6(sizeUsd6), recipient, chain: chain.name },
    request,
  )
  const answer: IdResponse = { id: proven.hash }
  return answer
})

/** `size` in micro-USDC, as a number or as decimal text of an integer. */
function sizeOf({ order }: WithdrawRequest): Usd6 | Refusal {
  const parsed = parseInteger(order.size)
  if (parsed.ok) return usd6(parsed.value)
  return parsed.failure === 'range'
    ? refuse(REFUSAL.INVALID_PARAMETER, 'order.size is too large')
    : malformed('Malformed: order.size')
}

interface Target {
  readonly chain: ChainInfo
  readonly token: Address
  /** As its chain writes it: in base58 on Solana. */
  readonly recipient: Hex
  /** As the tuple carries it. */
  readonly signedRecipient: Hex
}

/** Where the money shall go: a chain and token that exist there, a recipient of its form, enough to send. */
async function targetOf(
  edge: Pick<Edge, 'chains' | 'outside' | 'payouts'>,
  { order, execute }: WithdrawRequest,
  sizeUsd6: Usd6,
): Promise<Target | Refusal> {
  const chain = edge.chains.info(order.chainId)
  if (chain === undefined) return refuse(REFUSAL.INVALID_PARAMETER, 'unknown chain')
  const token = edge.chains.tokenAddress(order.chainId, order.token)
  if (token === undefined) return refuse(REFUSAL.INVALID_PARAMETER, 'unknown token')
  const to = chain.chainId === CHAIN_SOLANA ? await solanaTo(edge, order.recipient) : evmTo(edge, order)
  if (isRefusal(to)) return to
  if (sizeUsd6 < TRANSFER_MIN_USD6) return refuse(REFUSAL.INVALID_PARAMETER, 'size must be at least 1 USDC')
  if (execute && sizeUsd6 <= edge.chains.withdrawFeeUsd6(order.chainId))
    return refuse(REFUSAL.INVALID_PARAMETER, 'size must exceed the network fee')
  return { chain, token, ...to }
}

type Recipient = Pick<Target, 'recipient' | 'signedRecipient'>

function evmTo(edge: Pick<Edge, 'chains'>, order: WithdrawRequest['order']): Recipient | Refusal {
  const recipient = order.recipient.toLowerCase() as Hex
  if (!isAddress(recipient)) return refuse(REFUSAL.INVALID_PARAMETER, 'recipient is no address of this chain')
  if (isOwnContract(edge, order.chainId, recipient))
    return refuse(REFUSAL.INVALID_PARAMETER, 'recipient is a contract of the exchange')
  return { recipient, signedRecipient: recipient }
}

/** The wallet's own address; the account of its tokens follows from it, and must be able to receive. */
async function solanaTo(
  edge: Pick<Edge, 'chains' | 'outside' | 'payouts'>,
  recipient: string,
): Promise<Recipient | Refusal> {
  const key = solanaPublicKey(recipient)
  if (key === undefined) return refuse(REFUSAL.INVALID_PARAMETER, 'recipient is no address of Solana')
  if (!isForeignAddress(edge, CHAIN_SOLANA, recipient))
    return refuse(REFUSAL.INVALID_PARAMETER, 'recipient is an address of the exchange')
  try {
    const to = await edge.payouts?.payouts.recipientOf(recipient)
    if (to !== undefined && 'refusal' in to) return refuse(REFUSAL.INVALID_PARAMETER, to.refusal)
  } catch (error) {
    if (!(error instanceof SolanaUnreachableError)) throw error
    return unavailable('Solana cannot be asked at the moment')
  }
  return { recipient: recipient as Hex, signedRecipient: bytesToHex(key) }
}

/**
 * The registration whose proof goes to the contract: one over this chain's router where there is one, else the
 * newest. None where the primary key signed itself.
 */
function registrationFor(
  edge: Pick<Edge, 'clock' | 'view'>,
  account: Address,
  signer: Address,
  chain: ChainInfo,
): Registration | undefined {
  if (signer === account) return undefined
  const valid = edge.view.keys
    .registrationsOf(account, signer)
    .filter((each) => each.expiryTimeMs > edge.clock.nowMs())
  return valid.findLast((each) => each.verifyingContract === chain.router.toLowerCase()) ?? valid.at(-1)
}

/** The primary key may name anyone; a signing key the account itself and whom the primary key named before. */
async function isTrusted(
  edge: Pick<Edge, 'engine'>,
  account: Address,
  signer: Address,
  recipient: Hex,
): Promise<boolean> {
  if (signer === account || (await isOwnRecipient(account, recipient))) return true
  return (await edge.engine.query('trustedRecipients', { account })).includes(recipient)
}
