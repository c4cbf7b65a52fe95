/** Keeps the price lines of the chart as mark, account and moved lines are, past React. */
import type { TFunction } from 'i18next'
import { portfolioStore } from '../../entities/account/index.ts'
import { isOpenOrder, type Live, type Market, type Readable } from '../../live/index.ts'
import { chartLines, type ChartLinesInput } from './chartLines.ts'
import type { ChartView } from './chartView.ts'
import type { LineMoves } from './lineMoves.ts'

export interface LineSource {
  readonly live: Live
  readonly market: Market
  readonly moves: Readable<LineMoves>
  readonly hidden: readonly string[]
  readonly t: TFunction
}

/** What the lines are made of, at this moment. */
export function lineFacts({ live, market, moves, hidden, t }: LineSource): ChartLinesInput {
  return {
    market,
    mark: live.tickers.get().get(market.symbol)?.markPrice,
    position: portfolioStore(live)
      .get()
      .positions.find((row) => row.market.symbol === market.symbol),
    orders: [...live.account.get().orders.values()].filter(
      (order) => order.symbol === market.symbol && isOpenOrder(order),
    ),
    moves: moves.get(),
    hidden,
    t,
  }
}

/** Answers how to stop. */
export function followLines(view: Pick<ChartView, 'setLines'>, source: LineSource): () => void {
  const { live, moves } = source
  const draw = (): void => view.setLines(chartLines(lineFacts(source)))
  draw()
  const stops = [live.tickers, live.account, moves].map((fact) => fact.subscribe(draw))
  return () => {
    for (const stop of stops) stop()
  }
}
