/**
 * An LP order from the button to its end: signed, sent, and what the exchange made of it. A lost answer is asked for by
 * nonce and is never called a failure before the exchange says so. "All" is what the shares are worth, which moves with
 * every price: an order for it that came too late by a cent is refused as a whole, so the next is made from the pool of
 * then, a few times at most.
 */
import { REFUSAL, formatUsd6, type LpOrderRow, type LpOrderType, type Usd6 } from '@vest/protocol'
import {
  ApiError,
  TimeoutError,
  TransportError,
  UnknownOutcomeError,
  ValidationError,
  type VestClient,
} from '@vest/sdk'

export type LpOrderEnd =
  | { readonly kind: 'done'; readonly order: LpOrderRow }
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'unreachable' }
  /** Nothing was heard: it may have been accepted. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'no-key' }

export interface LpOrderToSend {
  readonly client: Pick<VestClient, 'placeLpOrder' | 'lpOrders' | 'resolveLostLpOrder'>
  readonly orderType: LpOrderType
  /** Asked before every attempt; undefined = there is nothing any more. */
  readonly size: () => Promise<Usd6 | undefined>
  readonly isAll: boolean
}

const ATTEMPTS_MAX = 4
/** More than there is, by what has moved since it was counted: of collateral, of shares, of shares old enough. */
const MOVED: Readonly<Record<LpOrderType, readonly number[]>> = {
  DEPOSIT: [REFUSAL.LP_INSUFFICIENT_BALANCE, REFUSAL.LP_MARGIN_CHECK_FAILED],
  IMMEDIATE_WITHDRAW: [REFUSAL.LP_WITHDRAW_CAP_EXCEEDED, REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE],
  SCHEDULE_WITHDRAW: [REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE],
}

/** Never throws. */
export async function sendLpOrder(order: LpOrderToSend): Promise<LpOrderEnd> {
  for (let attempt = 1; ; attempt += 1) {
    const end = await sendOnce(order)
    const hasMoved = order.isAll && end.kind === 'refused' && MOVED[order.orderType].includes(end.code)
    if (!hasMoved || attempt === ATTEMPTS_MAX) return end
  }
}

async function sendOnce({ client, orderType, size }: LpOrderToSend): Promise<LpOrderEnd> {
  let id: string | undefined
  try {
    const amount = await size()
    if (amount === undefined) return { kind: 'refused', code: REFUSAL.LP_WITHDRAW_WITHOUT_SHARES }
    const placed = await place(client, orderType, formatUsd6(amount))
    if (placed === undefined) return { kind: 'refused', code: REFUSAL.LP_EXECUTION_FAILED }
    id = placed
    const [row] = await client.lpOrders({ id })
    if (row === undefined) return { kind: 'unknown' }
    return row.status === 'REJECTED' ? { kind: 'refused', code: row.code ?? 0 } : { kind: 'done', order: row }
  } catch (error) {
    return endOf(error, id)
  }
}

/** Its id; undefined when a lost one turned out never to have been carried out. */
async function place(
  client: LpOrderToSend['client'],
  orderType: LpOrderType,
  size: string,
): Promise<string | undefined> {
  try {
    return (await client.placeLpOrder({ orderType, size })).id
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error
    const outcome = await client.resolveLostLpOrder(error)
    return outcome.kind === 'executed' ? outcome.order.id : undefined
  }
}

function endOf(error: unknown, id: string | undefined): LpOrderEnd {
  // What was accepted and could not be read afterwards has happened; only its row is missing.
  if (id !== undefined) return { kind: 'unknown' }
  if (error instanceof ApiError) return { kind: 'refused', code: error.code }
  if (error instanceof ValidationError) return { kind: 'no-key' }
  if (error instanceof TransportError && !error.sent) return { kind: 'unreachable' }
  if (error instanceof TimeoutError || error instanceof TransportError) return { kind: 'unknown' }
  return { kind: 'refused', code: 0 }
}
