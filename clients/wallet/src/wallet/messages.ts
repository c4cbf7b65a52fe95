/** Texts of other programs, shown whole and signed under EIP-191 after a press. What our own proofs begin with is never signed so. */
import { utf8, type Address } from '@vest/protocol'
import { signDigest } from '@vest/sdk'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { AskPerson } from './personQuestion.ts'
import { messageDigest, type SeedVault } from './seedVault.ts'

const OWN = /^\s*vest\b/i
/** Under EIP-191 a text of so many bytes is a hash, and a hash is how actions are signed: one can be searched for that reads as text. */
const HASH_BYTES = 32

export interface Messages {
  /** Throws `emptyMessage`, `notAuthenticated`, `walletLocked`, `invalidRequest` and `userExited`. */
  sign(message: string): Promise<{ readonly signature: `0x${string}` }>
}

export function createMessages(options: {
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly askPerson: AskPerson
}): Messages {
  const { session, vault, askPerson } = options
  return {
    async sign(message) {
      if (message.trim() === '') throw new FrameRefusal('emptyMessage')
      const user = await session.user()
      if (user.wallet === null || (await vault.stateOf(user)) === 'locked')
        throw new FrameRefusal('walletLocked')
      if (OWN.test(message) || utf8(message).length === HASH_BYTES) throw new FrameRefusal('invalidRequest')
      const account = user.wallet.evmAddress.toLowerCase() as Address
      if (!(await askPerson({ kind: 'message', account, message }))) throw new FrameRefusal('userExited')
      return { signature: await vault.withKeys(({ evmKey }) => signDigest(messageDigest(message), evmKey)) }
    },
  }
}
