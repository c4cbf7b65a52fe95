/**
 * Another price for an open order, and a stop loss or take profit for an open position, as the chart asks for them.
 * A limit order is amended, a TP or SL replaced by one of its kind: either way one request, done whole or not at all,
 * so that a refusal leaves the order where it stands and no moment in which nothing protects the position. Resolves
 * when the screen has what became of it; a lost answer is unknown, never failed.
 */
import {
  ApiError,
  priceText,
  sizeText,
  TimeoutError,
  UnknownOutcomeError,
  ValidationError,
  type OrderIntent,
  type VestClient,
} from '@vest/sdk'
import { lots, type Lots, type Ticks, REFUSAL } from '@vest/protocol'
import type { TFunction } from 'i18next'
import type { PositionRow } from '../../entities/account/index.ts'
import { isFinal, type AccountState, type Live, type Market, type Order } from '../../live/index.ts'
import { formatPrice } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { orderToastKey, showToast } from '../../ui/index.ts'
import { isAtOnce, isTrigger, remainingOf } from './chartLines.ts'

export interface OrderChanger {
  readonly client: Pick<VestClient, 'amendOrder' | 'replaceOrder' | 'placeOrder' | 'confirmOrder'>
  readonly live: Pick<Live, 'account' | 'onOrder' | 'refreshAccount'>
  readonly t: TFunction
  readonly market: Market
  readonly mark: Ticks | undefined
}

export type TriggerType = 'STOP_LOSS' | 'TAKE_PROFIT'

/** How long the screen waits for an event once the exchange has answered. */
const EVENT_WITHIN_MS = 10_000
const WRONG_SIDE = REFUSAL.TP_SL_PRICE_REJECTED

export async function moveOrder(changer: OrderChanger, order: Order, price: Ticks): Promise<void> {
  if (isTrigger(order)) return replaceTrigger(changer, order, price)
  const { client, market } = changer
  const amend = async (): Promise<void> => {
    await client.amendOrder({
      id: order.id,
      size: sizeText(market, order.size),
      limitPrice: priceText(market, price),
    })
    await settled(changer, ({ orders }) => {
      const now = orders.get(order.id)
      return now === undefined || isFinal(now.status) || now.limitPrice === price
    })
  }
  await told(changer, order.orderType, price, amend, 'chart.moved', order.id)
}

function replaceTrigger(changer: OrderChanger, order: Order, price: Ticks): Promise<void> {
  return told(changer, order.orderType, price, async () => {
    const intent = triggerIntent(changer, order, price, movedSize(changer, order))
    const { id } = await changer.client.replaceOrder(order.id, intent)
    await confirmed(changer, id, intent)
  })
}

/**
 * What it has left, or as much of that as the position has beside the others of its kind: where a part of the position was
 * closed it may be more, and the exchange takes no new one that is (3019). Then the order could not be moved at all.
 */
function movedSize({ live }: OrderChanger, order: Order): Lots {
  const { account, orders } = live.account.latest()
  const held = account?.positions.get(order.symbol)
  const left = remainingOf(order)
  if (held === undefined || held.isLong === order.isBuy) return left
  const others = [...orders.values()].filter(
    ({ id, symbol, status }) => id !== order.id && symbol === order.symbol && !isFinal(status),
  )
  const room = unprotectedLots(order.orderType, held, others)
  return room > 0 && room < left ? lots(room) : left
}

/** What no order of this kind would close, of the open ones of the position's market; < 0 = they would close more than it is. */
const unprotectedLots = (
  type: Order['orderType'],
  position: Pick<PositionRow, 'isLong' | 'size'>,
  orders: readonly Order[],
): number =>
  ofKind(type, position, orders).reduce((room, order) => room - remainingOf(order), position.size as number)

const ofKind = (
  type: Order['orderType'],
  { isLong }: Pick<PositionRow, 'isLong'>,
  orders: readonly Order[],
): readonly Order[] => orders.filter((order) => order.orderType === type && order.isBuy !== isLong)

/** What setting a stop loss or take profit means where some of its kind are open already. */
export type TriggerPlan =
  | { readonly kind: 'place'; readonly size: Lots; readonly isBuy: boolean }
  | { readonly kind: 'move'; readonly order: Order }

/** Protects what is not protected yet; where all of it is, and by one order, moves that. Else undefined. */
export function planTrigger(
  type: TriggerType,
  position: Pick<PositionRow, 'isLong' | 'size'>,
  orders: readonly Order[],
): TriggerPlan | undefined {
  const held = ofKind(type, position, orders)
  const room = unprotectedLots(type, position, orders)
  if (room > 0) return { kind: 'place', size: lots(room), isBuy: !position.isLong }
  return held.length === 1 ? { kind: 'move', order: held[0]! } : undefined
}

export async function setTrigger(
  changer: OrderChanger,
  type: TriggerType,
  plan: TriggerPlan,
  price: Ticks,
): Promise<void> {
  if (plan.kind === 'move') return replaceTrigger(changer, plan.order, price)
  const set = async (): Promise<void> => {
    const intent = triggerIntent(changer, { orderType: type, isBuy: plan.isBuy }, price, plan.size)
    const { id } = await changer.client.placeOrder(intent)
    await confirmed(changer, id, intent)
  }
  await told(changer, type, price, set, 'chart.set')
}

function triggerIntent(
  { market, mark }: OrderChanger,
  { orderType, isBuy }: Pick<Order, 'orderType' | 'isBuy'>,
  price: Ticks,
  size: Lots,
): OrderIntent {
  // On the wrong side of the mark it would not wait: it would close the position at once.
  if (mark !== undefined && isAtOnce({ orderType, isBuy }, price, mark)) throw new ApiError(WRONG_SIDE)
  return {
    symbol: market.symbol,
    isBuy,
    size: sizeText(market, size),
    orderType: orderType as TriggerType,
    limitPrice: priceText(market, price),
    reduceOnly: true,
  }
}

/** A refusal of the new order comes as its record. */
async function confirmed(changer: OrderChanger, id: string, intent: OrderIntent): Promise<void> {
  const { client, live } = changer
  const key = id.toLowerCase()
  const known = live.account.latest().orders.get(key)
  if (known?.status === 'REJECTED') throw new ApiError(known.code ?? 0)
  if (known === undefined) await client.confirmOrder(id, { expect: intent.orderType, events: live.onOrder })
  await settled(changer, ({ orders }) => orders.has(key))
}

/** Resolves when the painted account shows it; an event that never comes is made up for by a read. */
function settled({ live }: OrderChanger, isShown: (state: AccountState) => boolean): Promise<void> {
  live.refreshAccount()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(limit)
      stop()
      resolve()
    }
    const look = (): void => {
      if (isShown(live.account.get())) end()
    }
    const limit = setTimeout(end, EVENT_WITHIN_MS)
    const stop = live.account.subscribe(look)
    look()
  })
}

/** Runs a change and says how it ended, in the words of the product. */
async function told(
  { t, market, live }: OrderChanger,
  orderType: Order['orderType'],
  price: Ticks,
  change: () => Promise<void>,
  done: 'chart.moved' | 'chart.set' = 'chart.moved',
  movedId?: string,
): Promise<void> {
  try {
    await change()
    showToast({
      ...(movedId === undefined ? {} : { key: orderToastKey(movedId) }),
      tone: 'ok',
      title: t(done, {
        order: t(`orderType.${orderType}`),
        price: formatPrice(price, market.priceDecimals),
      }),
    })
  } catch (error) {
    live.refreshAccount()
    if (error instanceof UnknownOutcomeError || error instanceof TimeoutError) {
      showToast({ tone: 'warn', title: t('order.unknown') })
      return
    }
    const reason =
      error instanceof ValidationError && error.field === 'signer'
        ? t('order.noSigningKey')
        : errorText(t, error instanceof ApiError ? error.code : 0)
    showToast({
      tone: 'err',
      title: t(orderType === 'LIMIT' ? 'order.rejected' : 'chart.triggerError', { reason }),
    })
    if (!(error instanceof ApiError) && !(error instanceof ValidationError)) throw error
  }
}
