/** Addresses that money was approved for in this browser, the newest first. */
import { z } from 'zod'
import type { FrameSession } from '../session/frameSession.ts'
import type { SealedRecords } from '../store/sealedRecords.ts'

export interface KnownRecipients {
  of(userId: string): Promise<readonly string[]>
  note(userId: string, recipient: string): Promise<void>
}

const RECIPIENTS_KEPT = 200
const keptRecipients = z.object({ addresses: z.array(z.string()) })
const nameOf = (userId: string): string => `recipients:${userId}`

export function createKnownRecipients(options: {
  readonly records: SealedRecords
  readonly session: FrameSession
}): KnownRecipients {
  const { records, session } = options
  const of = async (userId: string): Promise<readonly string[]> =>
    (await records.read(nameOf(userId), keptRecipients))?.addresses ?? []
  return {
    of,
    async note(userId, recipient) {
      const known = await of(userId)
      const addresses = [recipient, ...known.filter((each) => each !== recipient)].slice(0, RECIPIENTS_KEPT)
      await records.write(nameOf(userId), { addresses }, session.isRemembered() ? 'lasting' : 'memory')
    },
  }
}
