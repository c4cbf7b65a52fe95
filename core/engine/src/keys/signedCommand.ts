/** What every signed command is checked for before its own rules: a nonce of its own, a signed time in its window. */
import { REFUSAL, type ErrorCode } from '@vest/protocol'
import type { SignedCommand } from '../api/index.ts'
import type { Exchange } from '../state/index.ts'
import { isNonceUsed, noncesOf, useNonce } from './nonces.ts'
import { isInWindow } from './signedWindow.ts'

/**
 * Uses the nonce up: 0, or why the command is refused. 3015 leaves nothing; 3004 the used nonce where the message is ahead
 * of its time, else nothing.
 */
export const spendNonce = (exchange: Exchange, command: SignedCommand): ErrorCode | 0 => {
  const { signer, nonce, orderTimeMs, recvWindowMs } = command
  return spendNonceOf(exchange, noncesOf(exchange, signer).index, nonce, orderTimeMs, recvWindowMs)
}

/** The same of a command that lies in rows: `signer` by its index. */
export function spendNonceOf(
  exchange: Exchange,
  signer: number,
  nonce: number,
  signedMs: number,
  recvWindowMs: number,
): ErrorCode | 0 {
  if (isNonceUsed(exchange, signer, nonce)) return REFUSAL.DUPLICATE
  const isTimely = isInWindow(exchange, signedMs, recvWindowMs)
  if (isTimely || !isUnspent(exchange, signedMs)) useNonce(exchange, signer, nonce, signedMs)
  return isTimely ? 0 : REFUSAL.ORDER_STALE
}

/**
 * Of what is out of its window and leaves no record: whether it is as if it had never come. What is late only gets later,
 * so its nonce need not be kept, and 3015 says of such a message that it was executed or refused by its own rules. What is
 * ahead of its time would have its hour yet.
 */
export const isUnspent = (exchange: Exchange, orderTimeMs: number): boolean => orderTimeMs <= exchange.timeMs
