/** The notice that an event of the engine becomes: its account, its category and kind, and the values of its text. */
import type { EngineEvent, MarketSpec, OrderRecord, TransferRecord } from '@vest/engine'
import { formatDecimal, formatUsd6, isDeposit, type Address } from '@vest/protocol'
import type { KeptNotice } from './noticeDocument.ts'

export type News = Omit<KeptNotice, 'timeMs' | 'isRead'>
export interface NewsFor {
  readonly account: Address
  readonly news: News
}

export type SpecOf = (symbol: string) => MarketSpec | undefined

/** Of one account; an event that concerns all accounts (a listing) is not told here. */
export function newsOfEvent(event: EngineEvent, specOf: SpecOf): NewsFor | undefined {
  switch (event.kind) {
    case 'OrderUpdated': {
      const news = newsOfOrder(event.order, specOf)
      return news && { account: event.order.account, news }
    }
    case 'TransferUpdated': {
      const news = newsOfTransfer(event.transfer)
      return news && { account: event.transfer.account, news }
    }
    case 'AddressBookChanged':
      return { account: event.account, news: newsOfBook(event) }
    default:
      return undefined
  }
}

function newsOfOrder(order: OrderRecord, specOf: SpecOf): News | undefined {
  const kind = kindOfOrder(order)
  const spec = specOf(order.symbol)
  if (kind === undefined || spec === undefined) return undefined
  const isDone = order.filledSize > 0
  return {
    noticeId: `order:${order.id}`,
    about: kind === 'LIQUIDATED' ? 'LIQUIDATION' : 'FILLS',
    kind,
    symbol: order.symbol,
    values: {
      orderId: order.id,
      side: order.isBuy ? 'LONG' : 'SHORT',
      orderType: order.orderType,
      size: formatDecimal(isDone ? order.filledSize : order.size, spec.sizeDecimals),
      fee: formatUsd6(order.fees),
      ...(order.avgFilledPrice === undefined
        ? {}
        : { price: formatDecimal(order.avgFilledPrice, spec.priceDecimals) }),
      ...(order.realizedPnl === undefined ? {} : { realized: formatUsd6(order.realizedPnl) }),
      ...(order.code === undefined ? {} : { code: String(order.code) }),
    },
  }
}

/** An order once, when it is done; what its owner cancelled is no news. */
function kindOfOrder(order: OrderRecord): News['kind'] | undefined {
  if (order.orderType === 'LIQUIDATION')
    return order.filledSize > 0 && order.status !== 'NEW' ? 'LIQUIDATED' : undefined
  if (order.status === 'FILLED') return 'ORDER_FILLED'
  if (order.status === 'CANCELLED' && order.code !== undefined) return 'ORDER_CANCELLED'
  return order.status === 'REJECTED' && order.parentId !== undefined ? 'EXIT_FAILED' : undefined
}

/** Where money may go. A later word about the same address, list or lock takes the place of the former. */
function newsOfBook({ change, effectiveMs }: Extract<EngineEvent, { kind: 'AddressBookChanged' }>): News {
  const { kind } = change
  const place = 'recipient' in change ? [change.recipient, change.chainId ?? 'EVM'] : [kind.slice(0, 4)]
  return {
    noticeId: ['addressBook', ...place].join(':'),
    about: 'TRANSFERS',
    kind: 'ADDRESS_BOOK_CHANGED',
    values: {
      change: kind,
      ...('recipient' in change ? { recipient: change.recipient } : {}),
      ...('label' in change ? { label: change.label } : {}),
      ...(effectiveMs === undefined ? {} : { effectiveTime: String(effectiveMs) }),
    },
  }
}

function newsOfTransfer(transfer: TransferRecord): News | undefined {
  const kind = kindOfTransfer(transfer)
  if (kind === undefined) return undefined
  return {
    noticeId: `transfer:${transfer.id}`,
    about: 'TRANSFERS',
    kind,
    values: {
      transferId: transfer.id,
      amount: formatUsd6(transfer.size),
      chainId: String(transfer.chainId),
      ...(transfer.recipient === undefined ? {} : { recipient: transfer.recipient }),
      ...(transfer.code === undefined ? {} : { code: String(transfer.code) }),
    },
  }
}

function kindOfTransfer({ type, status }: TransferRecord): News['kind'] | undefined {
  const isIn = isDeposit(type)
  if (status === 'REJECTED') return isIn ? 'DEPOSIT_REFUSED' : 'WITHDRAWAL_REFUSED'
  if (status === 'FILLED') return isIn ? 'DEPOSIT_ARRIVED' : 'WITHDRAWAL_SENT'
  return status === 'VERIFIED' && !isIn ? 'WITHDRAWAL_APPROVED' : undefined
}
