/** Registration: an approval makes an account, where it is the first of its owner, and a signing key with an end. */
import { type Address, SESSIONS_MAX, timeMs, REFUSAL } from '@vest/protocol'
import type { Answer, Register } from '../api/index.ts'
import { isSpent, noncesOf } from '../keys/index.ts'
import { type Account, accountAt, addAccount, emit, type Exchange, weekOf } from '../state/index.ts'
import { releaseDust, releaseSuspense } from '../transfers/index.ts'

/**
 * Repeatable: earlier keys of the pair stay valid until they expire, or make room; expired ones are forgotten. 1130: the
 * approval is spent, another expiry makes it another; or a contract of another chain than before speaks for the account.
 */
export function register(exchange: Exchange, command: Register): Answer {
  const known = accountAt(exchange, command.account)
  if (known !== undefined && (isSpent(known, command) || isForeignContract(known, command)))
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const account = known ?? openAccount(exchange, command)
  if (command.publicKey !== undefined) account.publicKey = command.publicKey
  const { registrations } = account
  for (let at = registrations.length - 1; at >= 0; at--)
    if (registrations[at]!.expiryTimeMs <= exchange.timeMs) registrations.splice(at, 1)
  const { networkType, signer, expiryTimeMs, apiKeyHash, proofSignature, verifyingContract } = command
  const proofChain = command.proofChainId === undefined ? {} : { proofChainId: command.proofChainId }
  const repeated = registrations.findIndex((held) => held.signer === signer && held.apiKeyHash === apiKeyHash)
  if (repeated >= 0) registrations.splice(repeated, 1)
  makeRoom(exchange, account, signer)
  account.registrations.push({
    signer,
    networkType,
    expiryTimeMs,
    apiKeyHash,
    proofSignature,
    verifyingContract,
    ...proofChain,
    createTimeMs: exchange.timeMs,
  })
  emit(exchange, {
    kind: 'SignerRegistered',
    accountId: account.id,
    signerIndex: noncesOf(exchange, signer).index,
    account: account.address,
    networkType,
    signer,
    expiryTimeMs,
    apiKeyHash,
    proofSignature,
    verifyingContract,
    ...proofChain,
  })
  releaseSuspense(exchange, account)
  releaseDust(exchange, account)
  return { ok: true }
}

/**
 * An account has at most `SESSIONS_MAX` sessions: registering needs no money, and every search through them costs time.
 * At the limit the oldest session of the same signing key ends, so that a program that registers again and again ends its
 * own; where the key has none, the oldest of all. A registration is not refused: an owner who has lost their keys must
 * reach their positions. The approval stays good.
 */
function makeRoom(exchange: Exchange, account: Account, signer: Address): void {
  const { registrations } = account
  const surplus = registrations.length + 1 - SESSIONS_MAX
  if (surplus <= 0) return
  const own = registrations.filter((held) => held.signer === signer)
  const others = registrations.filter((held) => held.signer !== signer)
  const ended = new Set([...own, ...others].slice(0, surplus))
  account.registrations = registrations.filter((held) => !ended.has(held))
  for (const { apiKeyHash } of ended)
    emit(exchange, { kind: 'ApiKeyRevoked', account: account.address, apiKeyHash })
}

/**
 * The same address may be a contract of another owner on another chain: the first registration decides which chain is
 * asked, and an account that a key opened is never a contract's.
 */
const isForeignContract = (account: Account, { proofChainId }: Register): boolean =>
  proofChainId !== undefined && account.proofChainId !== proofChainId

function openAccount(exchange: Exchange, command: Register): Account {
  const account = addAccount(exchange.accountRows, exchange.accounts, command.account, command.networkType)
  account.proofChainId = command.proofChainId
  account.registeredMs = timeMs(exchange.timeMs)
  exchange.points.week ??= weekOf(exchange.timeMs)
  return account
}
