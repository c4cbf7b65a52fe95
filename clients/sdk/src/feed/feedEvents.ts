/** A method per kind of message: each listens to the channel that carries it and hands over what it says. */
import type {
  AccountEvent,
  DepthResponse,
  KlineInterval,
  KlineMessage,
  LpEvent,
  NoticesEvent,
  OrderEvent,
  PrivateMessage,
  Ticker,
  TradeRow,
  TransferEvent,
  TransferProgressEvent,
} from '@vest/protocol'
import type { Unsubscribe } from './feedListeners.ts'
import type { FeedSubscriptions } from './feedSubscriptions.ts'

export interface FeedEvents {
  onTickers(listener: (tickers: Ticker[]) => void): Unsubscribe
  onTicker(symbol: string, listener: (ticker: Ticker) => void): Unsubscribe
  onDepth(symbol: string, listener: (depth: DepthResponse) => void): Unsubscribe
  /** The book by `tick`, one of the `tickSizes` of the market: bids rounded down to it, asks up. */
  onGroupedDepth(symbol: string, tick: string, listener: (depth: DepthResponse) => void): Unsubscribe
  onTrade(symbol: string, listener: (trade: TradeRow) => void): Unsubscribe
  onKline(symbol: string, interval: KlineInterval, listener: (kline: KlineMessage) => void): Unsubscribe
  onOrder(listener: (order: OrderEvent) => void): Unsubscribe
  onTransfer(listener: (transfer: TransferEvent) => void): Unsubscribe
  /** A transfer stands elsewhere than before, with the same status. */
  onTransferProgress(listener: (event: TransferProgressEvent) => void): Unsubscribe
  onLpOrder(listener: (order: LpEvent) => void): Unsubscribe
  /** A wallet of the capital programme has moved: the session's own, or another of its owner. */
  onCapital(listener: (event: AccountEvent) => void): Unsubscribe
  /** Notices of the account have come or were read, on any device. */
  onNotices(listener: (event: NoticesEvent) => void): Unsubscribe
}

export function feedEvents(subscribe: FeedSubscriptions['subscribe']): FeedEvents {
  /** The one private channel carries several kinds of events. */
  const onEvent =
    <Kind extends PrivateMessage['event']>(kind: Kind) =>
    (listener: (args: ArgsOf<Kind>) => void): Unsubscribe =>
      subscribe('account_private', (message) => {
        if (message.event === kind) listener(message.args as ArgsOf<Kind>)
      })

  return {
    onTickers: (listener) => subscribe('tickers', listener),
    onTicker: (symbol, listener) => subscribe(`${symbol}@ticker`, listener),
    onDepth: (symbol, listener) => subscribe(`${symbol}@depth`, listener),
    onGroupedDepth: (symbol, tick, listener) => subscribe(`${symbol}@depth_${tick}`, listener),
    onTrade: (symbol, listener) => subscribe(`${symbol}@trades`, listener),
    onKline: (symbol, interval, listener) => subscribe(`${symbol}@kline_${interval}`, listener),
    onOrder: onEvent('ORDER'),
    onTransfer: onEvent('TRANSFER'),
    onTransferProgress: onEvent('TRANSFER_PROGRESS'),
    onLpOrder: onEvent('LP'),
    onCapital: onEvent('ACCOUNT'),
    onNotices: onEvent('NOTICES'),
  }
}

type ArgsOf<Kind extends PrivateMessage['event']> = Extract<PrivateMessage, { readonly event: Kind }>['args']
