/**
 * Compares marks with alerts and tells each reached alert once, in one tab of the browser. Every open tab watches; the tab
 * that claims the alert tells it. A hidden tab waits for the visible ones, so that the trader is told where they look.
 */
import { isPriceReached } from '@vest/formulas'
import type { Ticks } from '@vest/protocol'
import type { PriceAlert, PriceAlerts } from '../../entities/price-alert/index.ts'
import type { Live, Market } from '../../live/index.ts'

export interface AlertWatchOptions {
  readonly live: {
    readonly tickers: Pick<Live['tickers'], 'latest' | 'subscribe'>
    readonly markets: Pick<Live['markets'], 'get'>
  }
  readonly alerts: Pick<PriceAlerts, 'latest' | 'remove'>
  /** Runs `act` in one tab of all that ask for the same id, at any time. */
  readonly claim: (id: string, act: () => void) => void
  readonly isHidden: () => boolean
  readonly tell: (alert: PriceAlert, market: Market, mark: Ticks) => void
  readonly setInterval: (act: () => void, periodMs: number) => () => void
  readonly now: () => number
}

/** How often a tab looks that paints no frames, and how long it leaves an alert to one that does. */
const LOOK_EVERY_MS = 1_000
export const HIDDEN_WAIT_MS = 2_000

/** Answers how to stop. */
export function watchAlerts(options: AlertWatchOptions): () => void {
  const { live, alerts, claim, isHidden, tell, now } = options
  /** Since when a hidden tab has seen that an alert is reached. */
  const seenMs = new Map<string, number>()
  const asked = new Set<string>()

  function look(): void {
    const tickers = live.tickers.latest()
    for (const alert of alerts.latest()) {
      const mark = tickers.get(alert.symbol)?.markPrice
      const market = live.markets.get()?.get(alert.symbol)
      if (mark === undefined || market === undefined || asked.has(alert.id)) continue
      if (!isPriceReached(alert, mark)) seenMs.delete(alert.id)
      else if (mayAsk(alert)) ask(alert, market, mark)
    }
  }
  function mayAsk({ id }: PriceAlert): boolean {
    if (!isHidden()) return true
    const since = seenMs.get(id) ?? now()
    seenMs.set(id, since)
    return now() - since >= HIDDEN_WAIT_MS
  }
  function ask(alert: PriceAlert, market: Market, mark: Ticks): void {
    asked.add(alert.id)
    claim(alert.id, () => {
      // The tab that had it first has removed it.
      if (alerts.remove([alert.id]).length > 0) tell(alert, market, mark)
    })
  }

  look()
  const stops = [live.tickers.subscribe(look), options.setInterval(look, LOOK_EVERY_MS)]
  return () => {
    for (const stop of stops) stop()
  }
}
