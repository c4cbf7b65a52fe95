/**
 * The way of a signed write that needs no more of an order than its account: the checks before its own rules, those
 * after them, and the engine's word. Signed time, window and nonce come first; a duplicate is told before what is
 * late, and both before the signature is verified. An answer of the engine, also a refusal, may have used the nonce
 * up without an event that says so: the view of the edge is told here.
 */
import type { Answer, Command, SignedCommand } from '@vest/engine'
import { REFUSAL, type SignedAction } from '@vest/protocol'
import type { Caller, CallOrigin } from '../caller.ts'
import type { Edge, WritePorts } from '../edge.ts'
import { submit } from '../engineCalls.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import {
  type DuplicateCode,
  isDuplicate,
  nonceOf,
  provenSigner,
  recvWindowOf,
  refuseLate,
  signedTimeOf,
  type WindowedNonce,
} from './signedWrite.ts'

/** What every such request carries, as its schema has it. */
export interface WriteBody {
  readonly order: { readonly time: number; readonly nonce: number | string }
  readonly recvWindow?: number | null | undefined
  readonly signature: string
}

export type AdmittedWrite = WindowedNonce

/** Signed time (422), window (1131), nonce (1023), and an account that exists (1099). */
export async function admitWrite(
  edge: Pick<Edge, 'view'>,
  caller: Caller,
  body: WriteBody,
): Promise<AdmittedWrite | Refusal> {
  const admitted = readWrite(body)
  if (isRefusal(admitted)) return admitted
  return (await edge.view.accountExists(caller.account)) ? admitted : refuse(REFUSAL.ACCOUNT_NOT_FOUND)
}

/** The same without a look at the account. */
export function readWrite({ order, recvWindow }: WriteBody): AdmittedWrite | Refusal {
  const time = signedTimeOf(order.time, 'order.time')
  if (isRefusal(time)) return time
  const recvWindowMs = recvWindowOf(recvWindow)
  if (isRefusal(recvWindowMs)) return recvWindowMs
  const nonce = nonceOf(order.nonce)
  if (isRefusal(nonce)) return nonce
  return { time, nonce, recvWindowMs }
}

/** A used nonce (3015 unless the call has a code of its own), then a signed time out of its window (1132). */
export async function checkFresh(
  edge: WritePorts,
  caller: Caller,
  admitted: AdmittedWrite,
  action: SignedAction,
  signature: string,
  duplicateCode: DuplicateCode = REFUSAL.DUPLICATE,
): Promise<Refusal | undefined> {
  const signed = { action, signature }
  if (await isDuplicate(edge, caller, signed, admitted.nonce)) return refuse(duplicateCode)
  return refuseLate(edge, caller, signed, admitted, duplicateCode)
}

/** Who signed (1022), as the engine's commands name what is signed. */
export async function proveWrite(
  edge: WritePorts,
  caller: Caller,
  { time, nonce, recvWindowMs }: AdmittedWrite,
  action: SignedAction,
  signature: string,
  request: CallOrigin,
): Promise<SignedCommand | Refusal> {
  const proven = await provenSigner(edge, caller, { action, signature }, request)
  if (isRefusal(proven)) return proven
  return { account: caller.account, signer: proven.signer, nonce, orderTimeMs: time, recvWindowMs }
}

export type Done = Extract<Answer, { ok: true }>

/** The engine's answer; its refusals travel under their own codes. */
export async function submitWrite(
  edge: Pick<Edge, 'engine' | 'view'>,
  command: Command & SignedCommand,
): Promise<Done | Refusal> {
  const done = await submit(edge, command)
  if (isRefusal(done)) return done
  edge.view.noteNonce(command.signer, command.nonce)
  edge.view.noteWrite(command.account, done.seq)
  return done.answer.ok ? done.answer : refuse(done.answer.code)
}
