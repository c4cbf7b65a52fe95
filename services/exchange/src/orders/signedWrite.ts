/**
 * What every signed write has in common: window, nonce, signed time, and whose signature it is. The checks are
 * separate so that each call makes them in the documented order.
 */
import {
  CLOCK_AHEAD_MAX_MS,
  parseInteger,
  RECV_WINDOW_DEFAULT_MS,
  RECV_WINDOW_MAX_MS,
  signatureParts,
  timeMs,
  type Address,
  type SignedAction,
  type TimeMs,
  REFUSAL,
} from '@vest/protocol'
import type { Caller, CallOrigin } from '../caller.ts'
import type { Edge, WritePorts } from '../edge.ts'
import { catchUp } from '../engineCalls.ts'
import { isRefusal, malformed, refuse, tooMany, type Refusal } from '../refusal.ts'
import {
  VerifierBusyError,
  type ActionVerdict,
  type SignatureJob,
  type VerdictOf,
} from '../verify/signatureJob.ts'

/** 1131 unless it is an integer in [1, 60000]; absent = 5000. */
export function recvWindowOf(value: number | null | undefined): number | Refusal {
  const window = value ?? RECV_WINDOW_DEFAULT_MS
  return Number.isInteger(window) && window >= 1 && window <= RECV_WINDOW_MAX_MS
    ? window
    : refuse(REFUSAL.BAD_RECV_WINDOW)
}

/** 1023 unless it is a non-negative integer up to 2^53 - 1, as a number or as decimal text. */
export function nonceOf(value: number | string): number | Refusal {
  const parsed = parseInteger(value)
  // -0 is the nonce 0; kept as it is it would hash and compare as another number.
  return parsed.ok ? parsed.value + 0 : refuse(REFUSAL.INVALID_NONCE)
}

/** Part of the schema: a signed time that is no integer of milliseconds is malformed. */
export function signedTimeOf(value: number, field: string): TimeMs | Refusal {
  return Number.isSafeInteger(value) && value >= 0 ? timeMs(value) : malformed(`Not an integer: ${field}`)
}

/** 1132 when the signed time is older than its window or more than a second ahead. */
export function checkTime(nowMs: TimeMs, signedMs: TimeMs, recvWindowMs: number): Refusal | undefined {
  return nowMs > signedMs + recvWindowMs || signedMs > nowMs + CLOCK_AHEAD_MAX_MS
    ? refuse(REFUSAL.ORDER_EXPIRED)
    : undefined
}

/** What a nonce that was used is refused with: trades, pool and transfers have a code each. */
export type DuplicateCode = (typeof REFUSAL)['DUPLICATE' | 'LP_DUPLICATE' | 'TRANSFER_DUPLICATE']

/**
 * 1132 for a signed time out of its window, and nothing to wait for within it. What is late may be the twin of a message
 * that came in time, or is still on its way to the disk: "late", which says that it was never executed, is said only when
 * everything that was sequenced before is known. Such a twin is a duplicate, whichever key signed it, also one that has
 * ended since.
 */
export function refuseLate(
  edge: WritePorts,
  caller: Caller,
  signed: SignedText,
  { nonce, time, recvWindowMs }: WindowedNonce,
  duplicateCode: DuplicateCode,
): undefined | Promise<Refusal> {
  const late = checkTime(edge.clock.nowMs(), time, recvWindowMs)
  if (late === undefined) return undefined
  return catchUp(edge).then(
    async (unknown) => (await refuseTwin(edge, caller, signed, nonce, duplicateCode)) ?? unknown ?? late,
  )
}

/** The code of a duplicate if the signer has used the nonce; unlike row 7 it verifies the signature for it. */
export async function refuseTwin(
  edge: Pick<Edge, 'engine' | 'verifier'>,
  caller: Caller,
  signed: SignedText,
  nonce: number,
  duplicateCode: DuplicateCode,
): Promise<Refusal | undefined> {
  const verdict = await judge(edge, caller, signed)
  if (isRefusal(verdict)) return verdict
  // What no key signed was never sequenced.
  if (verdict?.signer === undefined) return undefined
  const used = await edge.engine.query('usedNonces', { signer: verdict.signer, nonces: [nonce] })
  return used.length > 0 ? refuse(duplicateCode) : undefined
}

export interface WindowedNonce {
  readonly nonce: number
  readonly time: TimeMs
  readonly recvWindowMs: number
}

/**
 * Whether this signer has used the nonce. Numbers above the highest that was ever accepted cannot have been;
 * for all others the engine remembers.
 */
export function isNonceUsed(
  edge: Pick<Edge, 'engine' | 'view'>,
  signer: Address,
  nonce: number,
): false | Promise<boolean> {
  const highest = edge.view.highestNonce(signer)
  if (highest !== undefined && nonce > highest) return false
  return edge.engine.query('usedNonces', { signer, nonces: [nonce] }).then(({ length }) => length > 0)
}

/**
 * Row 7 of the checks, before the signature is verified. A nonce that the key's own signer has used is a
 * duplicate, unless another key of the account signed: its numbers are another space, and the signature tells.
 */
export function isDuplicate(
  edge: WritePorts,
  caller: Caller,
  signed: SignedText,
  nonce: number,
): false | Promise<boolean> {
  const isUsed = isNonceUsed(edge, caller.signer, nonce)
  return isUsed === false ? false : isUsedByKey(edge, caller, signed, isUsed)
}

async function isUsedByKey(
  edge: WritePorts,
  caller: Caller,
  signed: SignedText,
  isUsed: Promise<boolean>,
): Promise<boolean> {
  if (!(await isUsed)) return false
  const verdict = await judge(edge, caller, signed)
  if (verdict === undefined || isRefusal(verdict)) return true
  const { signer } = verdict
  return (
    signer === undefined ||
    signer === caller.signer ||
    !maySpeakFor(edge, caller.account, signer, signed.action.kind)
  )
}

export interface SignedText {
  readonly action: SignedAction
  /** What else may have been signed: asked for where the first reading finds no signer. */
  readonly otherwise?: SignedAction
  readonly signature: string
}

export interface ProvenSigner extends Pick<ActionVerdict, 'orderId' | 'hash'> {
  readonly signer: Address
  /** The reading that was signed. */
  readonly action: SignedAction
}

/** The signer, if it is the account itself, an approved unexpired signing key of it, or of a program of it; else 1022. */
export async function provenSigner(
  edge: WritePorts,
  caller: Caller,
  signed: SignedText,
  request: CallOrigin,
): Promise<ProvenSigner | Refusal> {
  const subjects = [caller.apiKeyHash, request.address]
  if (!request.isExempt) {
    const blockedS = edge.rateLimits.blockedForS(subjects, edge.clock.nowMs())
    if (blockedS > 0) return tooMany(blockedS)
  }
  const { otherwise, signature } = signed
  for (const action of otherwise === undefined ? [signed.action] : [signed.action, otherwise]) {
    const verdict = await judge(edge, caller, { action, signature })
    if (isRefusal(verdict)) return verdict
    if (verdict?.signer !== undefined && maySpeakFor(edge, caller.account, verdict.signer, action.kind))
      return { orderId: verdict.orderId, hash: verdict.hash, signer: verdict.signer, action }
  }
  if (!request.isExempt) edge.rateLimits.noteBadSignature(subjects, edge.clock.nowMs())
  return refuse(REFUSAL.INVALID_SIGNATURE)
}

/**
 * A program's own key signs orders; money moves by the word of a session, or of the account itself; where money may go is
 * for the account alone to say.
 */
const maySpeakFor = (
  edge: Pick<Edge, 'clock' | 'view'>,
  account: Address,
  signer: Address,
  kind: SignedAction['kind'],
): boolean => {
  const { keys } = edge.view
  const nowMs = edge.clock.nowMs()
  if (signer === account) return true
  if (kind === 'addressBook') return false
  if (keys.isSigner(account, signer, nowMs)) return true
  return !MOVES_MONEY.includes(kind) && keys.isProgramSigner(account, signer, nowMs)
}

const MOVES_MONEY: readonly SignedAction['kind'][] = ['withdraw', 'profitWithdraw', 'lp']

/** undefined = not in the canonical form, which no key ever signed. */
function judge(
  edge: Pick<Edge, 'verifier'>,
  caller: Caller,
  signed: Pick<SignedText, 'action' | 'signature'>,
): Promise<ActionVerdict | Refusal> | undefined {
  const signature = signatureParts(signed.signature)
  if (signature === undefined) return undefined
  return verify(edge, {
    kind: 'action',
    account: caller.account,
    action: signed.action,
    signature,
    likelySigner: caller.signer,
  })
}

/** A verifier without room answers 1003: nothing was verified and nothing sequenced. */
export async function verify<Job extends SignatureJob>(
  edge: Pick<Edge, 'verifier'>,
  job: Job,
): Promise<VerdictOf<Job> | Refusal> {
  try {
    return await edge.verifier.verify(job)
  } catch (error) {
    if (error instanceof VerifierBusyError) return tooMany(1)
    throw error
  }
}
