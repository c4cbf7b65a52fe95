/** What goes over the socket. */
import { z } from 'zod'
import { LP_ORDER_TYPES, ORDER_STATUSES, TRANSFER_STATUSES, TRANSFER_TYPES } from '../enums.ts'
import { orderRow } from './accountAnswers.ts'
import { capitalEntry } from './outsideParts.ts'
import { transferProgressEvent } from './transferAnswers.ts'
import { decimalText, id, timeMs } from './valueForms.ts'

export const socketRequest = z.object({
  method: z.enum(['PING', 'SUBSCRIBE', 'UNSUBSCRIBE']),
  params: z.array(z.string().max(64)).max(1024).optional(),
  id: z.int().nullish(),
})
export type SocketRequest = z.infer<typeof socketRequest>

/** What became of one channel of a SUBSCRIBE; `reason` says why it was rejected. */
export const subscriptionOutcome = z.object({
  requested: z.string(),
  status: z.enum(['registered', 'rejected']),
  reason: z.string().nullable(),
})
export type SubscriptionOutcome = z.infer<typeof subscriptionOutcome>

/** ORDER event: the fields that the status has; `code` only where the exchange says why. */
export const orderEvent = orderRow.partial().extend({
  id,
  status: z.enum(ORDER_STATUSES),
  postTime: timeMs,
  nonce: z.int(),
})
export type OrderEvent = z.infer<typeof orderEvent>
export const transferEvent = z.object({
  id,
  size: decimalText,
  orderType: z.enum(TRANSFER_TYPES),
  status: z.enum(TRANSFER_STATUSES),
  code: z.int().nullable(),
  postTime: timeMs,
  nonce: z.int(),
  chainId: z.int(),
})
export type TransferEvent = z.infer<typeof transferEvent>
export const lpEvent = z.object({
  id,
  size: decimalText,
  orderType: z.enum(LP_ORDER_TYPES),
  status: z.enum(ORDER_STATUSES),
  code: z.int().nullable(),
  postTime: timeMs,
  nonce: z.int(),
})
export type LpEvent = z.infer<typeof lpEvent>
/** A wallet of the capital programme has moved: told to it and to all others of its owner. */
export const accountEvent = capitalEntry
  .pick({
    capital_status: true,
    is_frozen: true,
    reason: true,
    target_equity: true,
    max_daily_loss_limit: true,
    max_drawdown_limit: true,
    prior_day_balance: true,
  })
  .extend({ address: z.string(), time: timeMs })
export type AccountEvent = z.infer<typeof accountEvent>
/** Notices of the account have come or were read, on any device: `GET /notices` has them. */
export const noticesEvent = z.object({ unread: z.int() })
export type NoticesEvent = z.infer<typeof noticesEvent>
export const privateMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ORDER'), args: orderEvent }),
  z.object({ event: z.literal('TRANSFER'), args: transferEvent }),
  z.object({ event: z.literal('TRANSFER_PROGRESS'), args: transferProgressEvent }),
  z.object({ event: z.literal('LP'), args: lpEvent }),
  z.object({ event: z.literal('ACCOUNT'), args: accountEvent }),
  z.object({ event: z.literal('NOTICES'), args: noticesEvent }),
])
export type PrivateMessage = z.infer<typeof privateMessage>
