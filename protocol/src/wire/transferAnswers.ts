/** Where money that comes or goes stands on its way. */
import { z } from 'zod'
import { TRANSFER_WAITS } from '../enums.ts'
import { hex, id, timeMs } from './valueForms.ts'

/** Where an unfinished transfer stands; what only the running exchange knows is null after a restart until it is known again. */
export const transferProgress = z.object({
  waitsFor: z.enum(TRANSFER_WAITS),
  /** Until when it waits for that; null: not known. */
  until: timeMs.nullable(),
  /** Withdrawals: not paid by then, it is void and the money goes back. */
  deadline: timeMs.nullable(),
  /** The exchange sends it, as `execute` of the request said; else its owner does. */
  execute: z.boolean(),
  /** Withdrawals: when the validators had signed. */
  signedTime: timeMs.nullable(),
  /** In a block that is not final yet; on Solana null. */
  block: z
    .object({
      number: z.int(),
      txHash: hex,
      /** The block itself counts. */
      confirmations: z.int(),
      /** How many make it final; null: the chain says when. */
      needed: z.int().nullable(),
    })
    .nullable(),
})
export type TransferProgress = z.infer<typeof transferProgress>

export const transferPayout = z.object({
  burnChainId: z.int(),
  burnTxHash: hex,
  burnTime: timeMs,
  /** It can be made on Solana. */
  attested: z.boolean(),
  /** When it should be there. */
  expectedTime: timeMs,
})
export type TransferPayout = z.infer<typeof transferPayout>

/** Private event: it stands elsewhere than before, with the same status. */
export const transferProgressEvent = z.object({
  id,
  progress: transferProgress.nullable(),
  payout: transferPayout.nullable(),
})
export type TransferProgressEvent = z.infer<typeof transferProgressEvent>
