/** What the exchange answers about orders, and about what a signed request made. */
import { z } from 'zod'
import { ORDER_STATUSES, ORDER_TYPES } from '../enums.ts'
import { decimalText, id, timeMs } from './valueForms.ts'

export const idResponse = z.object({ id })
export type IdResponse = z.infer<typeof idResponse>
export const idsResponse = z.object({ ids: z.array(id) })
export type IdsResponse = z.infer<typeof idsResponse>

export const orderRow = z.object({
  id,
  nonce: z.int(),
  symbol: z.string(),
  isBuy: z.boolean(),
  orderType: z.enum(ORDER_TYPES),
  limitPrice: decimalText,
  markPrice: decimalText.nullable(),
  size: decimalText,
  status: z.enum(ORDER_STATUSES),
  reduceOnly: z.boolean(),
  initMarginRatio: decimalText,
  code: z.int().nullable(),
  lastFilledSize: decimalText.nullable(),
  lastFilledPrice: decimalText.nullable(),
  lastFilledTime: timeMs.nullable(),
  avgFilledPrice: decimalText.nullable(),
  settledFunding: decimalText.nullable(),
  fees: decimalText,
  realizedPnl: decimalText.nullable(),
  postTime: timeMs,
  tpPrice: decimalText.nullable(),
  slPrice: decimalText.nullable(),
  timeInForce: z.string().nullable(),
  cumFunding: decimalText.nullable(),
  time: timeMs,
  filledSize: decimalText,
  parentId: id.nullable(),
  clientId: z.string().nullable(),
  triggered: z.boolean(),
})
export type OrderRow = z.infer<typeof orderRow>
