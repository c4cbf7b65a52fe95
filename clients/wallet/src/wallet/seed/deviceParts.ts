/** The parts of seeds that this browser holds, one for each wallet and generation. */
import { shareRecord, type ShareRecord, type WalletSummary } from '@vest/protocol'
import type { SealedRecords } from '../../store/sealedRecords.ts'

type PartOf = Pick<WalletSummary, 'evmAddress' | 'generation'>

export interface DeviceParts {
  /** Undefined: this browser holds no part of that wallet. */
  read(userId: string, wallet: PartOf): Promise<ShareRecord | undefined>
  /** `isLasting`: beyond the life of this frame. */
  write(userId: string, part: ShareRecord, isLasting: boolean): Promise<void>
  delete(userId: string, wallet: PartOf): Promise<void>
}

export function createDeviceParts(records: Pick<SealedRecords, 'read' | 'write' | 'delete'>): DeviceParts {
  return {
    read: (userId, wallet) => records.read(partName(userId, wallet), shareRecord),
    write: (userId, part, isLasting) =>
      records.write(partName(userId, part), part, isLasting ? 'lasting' : 'memory'),
    delete: (userId, wallet) => records.delete(partName(userId, wallet)),
  }
}

/** The address is part of the name: what a lost race left behind never stands in the way of what won. */
const partName = (userId: string, { evmAddress, generation }: PartOf): string =>
  `part:${userId}:${evmAddress.toLowerCase()}:${generation}`
