/** The price alerts of all watched accounts: set, removed, and compared with each mark price that the engine tells. */
import { randomUUID } from 'node:crypto'
import type { TickerRow } from '@vest/engine'
import { isPriceReached } from '@vest/formulas'
import {
  ALERTS_PER_ACCOUNT_MAX,
  parseDecimal,
  REFUSAL,
  ticks,
  type Address,
  type AlertRequest,
  type AlertRow,
} from '@vest/protocol'
import { refuse, type Refusal } from '../refusal.ts'
import { priceText, type MarketOf } from './marketLookup.ts'
import type { NoticeBook } from './noticeBook.ts'
import type { KeptAlert, NoticeDocument } from './noticeDocument.ts'
import type { News } from './noticesOfEvent.ts'
import { alertStep, splitPrice } from './priceAlerts.ts'

export interface AlertBook {
  list(account: Address): readonly AlertRow[]
  set(account: Address, request: AlertRequest): Promise<AlertRow | Refusal>
  /** Resolves with the alerts that are left. */
  remove(account: Address, alertId: string): Promise<readonly AlertRow[]>
  onTicker(row: TickerRow, timeMs: number): void
  onSplit(symbol: string, newShares: number, oldShares: number): void
}

export function createAlertBook(book: NoticeBook, market: MarketOf): AlertBook {
  /** Accounts that wait for a price, by market. */
  const waiting = new Map<string, Set<Address>>()
  const wait = (document: NoticeDocument): void => {
    for (const { symbol } of document.alerts) {
      const accounts = waiting.get(symbol) ?? new Set()
      waiting.set(symbol, accounts.add(document.account))
    }
  }
  book.all().forEach(wait)
  // An account beyond those that may be watched has alerts for its answer alone.
  const waitingFor = (symbol: string): readonly NoticeDocument[] =>
    [...(waiting.get(symbol) ?? [])].flatMap((account) => book.find(account) ?? [])

  function replace(document: NoticeDocument, alert: KeptAlert, by: KeptAlert | undefined): void {
    document.alerts = document.alerts.flatMap((one) => (one.alertId === alert.alertId ? (by ?? []) : one))
    if (!document.alerts.some(({ symbol }) => symbol === alert.symbol))
      waiting.get(alert.symbol)?.delete(document.account)
  }
  const rowOf = ({ alertId, symbol, price, isAbove, repeat }: KeptAlert): AlertRow => ({
    alertId,
    symbol,
    price: priceText(market, symbol, price),
    isAbove,
    repeat,
  })
  const newsOf = (
    { alertId, symbol, price, isAbove }: KeptAlert,
    { mark }: TickerRow,
    timeMs: number,
  ): News => ({
    noticeId: `alert:${alertId}:${timeMs}`,
    about: 'ALERTS',
    kind: 'PRICE_REACHED',
    symbol,
    values: {
      alertId,
      direction: isAbove ? 'ABOVE' : 'BELOW',
      price: priceText(market, symbol, price),
      mark: priceText(market, symbol, mark),
    },
  })

  return {
    list: (account) => book.documentOf(account).alerts.map(rowOf),
    async set(account, { symbol, price: text, isAbove, repeat }) {
      const found = market(symbol)
      if (found === undefined) return refuse(REFUSAL.BAD_SYMBOL)
      const price = parseDecimal(String(text), found.spec.priceDecimals)
      if (!price.ok)
        return refuse(price.failure === 'decimals' ? REFUSAL.BAD_DECIMALS : REFUSAL.INVALID_PARAMETER)
      if (price.value <= 0) return refuse(REFUSAL.INVALID_PARAMETER, 'A price is more than nothing')
      const document = book.documentOf(account)
      if (document.alerts.length >= ALERTS_PER_ACCOUNT_MAX)
        return refuse(REFUSAL.INVALID_PARAMETER, `At most ${ALERTS_PER_ACCOUNT_MAX} alerts: remove one first`)
      const kept = { symbol: found.spec.symbol, price: ticks(price.value), isAbove, repeat }
      const mark = found.ticker?.mark
      const isThere = mark !== undefined && isPriceReached(kept, mark)
      const alert: KeptAlert = { ...kept, alertId: randomUUID(), isArmed: repeat === 'ONCE' || !isThere }
      document.alerts = [...document.alerts, alert]
      wait(document)
      await book.keep(document)
      return rowOf(alert)
    },
    async remove(account, alertId) {
      const document = book.documentOf(account)
      const alert = document.alerts.find((one) => one.alertId === alertId)
      if (alert !== undefined) {
        replace(document, alert, undefined)
        await book.keep(document)
      }
      return document.alerts.map(rowOf)
    },
    onTicker(row, timeMs) {
      for (const document of waitingFor(row.symbol))
        for (const alert of document.alerts) {
          const step = alert.symbol === row.symbol ? alertStep(alert, row.mark) : undefined
          if (step === undefined) continue
          replace(document, alert, step === 'arms' ? { ...alert, isArmed: true } : afterCall(alert))
          if (step === 'calls') book.tell(document, newsOf(alert, row, timeMs), timeMs)
          book.keepSometime(document)
        }
    },
    onSplit(symbol, newShares, oldShares) {
      for (const document of waitingFor(symbol)) {
        document.alerts = document.alerts.map((alert) =>
          alert.symbol === symbol
            ? { ...alert, price: splitPrice(alert.price, newShares, oldShares) }
            : alert,
        )
        book.keepSometime(document)
      }
    },
  }
}

/** Undefined: the alert was to be told once and is removed. */
const afterCall = (alert: KeptAlert): KeptAlert | undefined =>
  alert.repeat === 'ONCE' ? undefined : { ...alert, isArmed: false }
