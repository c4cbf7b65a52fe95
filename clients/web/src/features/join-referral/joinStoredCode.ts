/**
 * A person who came by a link joins with its code as soon as an account is there, also days later: the code waits in this
 * browser ([3.17]). It is dropped once the exchange has said yes or a lasting no, and kept through everything else.
 */
import type { VestClient } from '@vest/sdk'
import { forgetCode, joinWith, storedCode, type JoinEnd } from '../../entities/referral/index.ts'
import type { SafeStorage } from '../../shared/storage/index.ts'

/** Undefined where no code waits. */
export async function joinStoredCode(
  client: Pick<VestClient, 'joinReferral'>,
  storage?: SafeStorage,
): Promise<JoinEnd | undefined> {
  const code = storedCode(storage)
  if (code === undefined) return undefined
  const end = await joinWith(client, code)
  if (end.kind !== 'failed') forgetCode(storage)
  return end
}
