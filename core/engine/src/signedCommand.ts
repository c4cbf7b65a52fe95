/** What every signed command is checked for before its own rules: a nonce of its own, a signed time in its window. */
import type { ErrorCode } from '@vest/protocol'
import type { SignedCommand } from './command.ts'
import { isInWindow } from './staticRefusal.ts'
import { isNonceUsed, noncesOf, useNonce } from './replayGuard.ts'
import type { Exchange } from './state.ts'

/** Uses the nonce up: 0, or why the command is refused (3015 leaves nothing, 3004 the used nonce). */
export function spendNonce(exchange: Exchange, command: SignedCommand): ErrorCode | 0 {
  const signer = noncesOf(exchange, command.signer).index
  if (isNonceUsed(exchange, signer, command.nonce)) return 3015
  const { nonce, orderTimeMs, recvWindowMs } = command
  useNonce(exchange, signer, nonce, orderTimeMs)
  return isInWindow(exchange, orderTimeMs, recvWindowMs) ? 0 : 3004
}
