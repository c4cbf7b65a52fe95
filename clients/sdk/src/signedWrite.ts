/**
 * What all signed writes share: who signs, the window of validity, and the verdict on a lost answer. A refusal
 * with 1132 is definite, so the write is signed again with corrected time; it keeps its nonce, so that even a
 * server that erred could not execute it twice.
 */
import { type AnswerOf, APP_RECV_WINDOW_MS, WALLET_SENTENCES } from '@vest/protocol'
import {
  ApiError,
  FormatError,
  TimeoutError,
  TransportError,
  UnknownOutcomeError,
  ValidationError,
  type LostWrite,
} from './errors.ts'
import type { WRITTEN } from './calls/routes.ts'
import type { Http } from './http.ts'
import { nextNonce } from './nonceSource.ts'
import type { SessionSigner } from './sessionSigner.ts'

export interface WriteOptions {
  /** Repeats an earlier attempt, or continues a counter of the caller's own. Absent: corrected time in ms. */
  readonly nonce?: number | undefined
  /** How long after its time the exchange may still accept it; default 10 s ([9.6]), at most 60 s. */
  readonly recvWindow?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface SessionPort {
  readonly http: Http
  /** Throws ValidationError where no signing key is set. */
  signer(): SessionSigner
  /** The primary address, of either network; messages about money name it. Throws ValidationError where none is set. */
  account(): string
}

export interface SignedAttempt {
  readonly time: number
  readonly nonce: number
  readonly recvWindow: number
  readonly signer: SessionSigner
}

export interface SignedWrite<Name extends WriteName> {
  readonly call: Name
  readonly kind: LostWrite['kind']
  /** How many numbers it uses up. */
  readonly nonces: number
  readonly options: WriteOptions
  readonly orderId?: string
  /** Signs and returns the request body. */
  body(attempt: SignedAttempt): Promise<object>
}

type WriteName = keyof typeof WRITTEN

/** The exchange's answer, with the nonce and the time that it was asked with. */
type Answered<Name extends WriteName> = Readonly<AnswerOf<Name>> & {
  readonly nonce: number
  readonly time: number
}
export type Accepted = Answered<'placeOrder'>
export type AcceptedMany = Answered<'cancelAllOrders'>
/** `triggerTime`: when the dead-man's switch will fire; null = it is not armed. */
export type CancelTimer = Answered<'setCancelTimer'>

export async function sendSigned<Name extends WriteName>(
  session: SessionPort,
  write: SignedWrite<Name>,
): Promise<Answered<Name>> {
  const { http } = session
  const { options } = write
  const signer = session.signer()
  const nonce = options.nonce ?? nextNonce(signer.address, http.time.now(), write.nonces)
  const recvWindow = options.recvWindow ?? APP_RECV_WINDOW_MS
  return http.withServerTime(async (time) => {
    const body = await write.body({ time, nonce, recvWindow, signer })
    try {
      const answer = await http.call(write.call, { body, signal: options.signal })
      return { ...answer, nonce, time }
    } catch (error) {
      if (!isLost(error)) throw error
      const { kind, orderId } = write
      const lost = { kind, nonce, signer: signer.address, timeMs: time, recvWindowMs: recvWindow, orderId }
      throw new UnknownOutcomeError(lost, error)
    }
  })
}

/** A 5xx without a code of ours may come from anything between us and the exchange, before or after it acted. */
function isLost(error: unknown): boolean {
  if (error instanceof TransportError) return error.sent
  if (error instanceof ApiError) return error.httpStatus >= 500 && error.code === 0
  return error instanceof TimeoutError || error instanceof FormatError
}

export function requireSigner(signer: SessionSigner | undefined): SessionSigner {
  if (signer === undefined) throw new ValidationError('signer', WALLET_SENTENCES.noSigningKey)
  return signer
}
