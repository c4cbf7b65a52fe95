/** A trader before the ticket of COIN at 300: what a test of the form begins with. */
import { ratio4 } from '@vest/protocol'
import { computePortfolio } from '../../../entities/account/portfolio.ts'
import type { AccountState, Order, RawPosition } from '../../../live/index.ts'
import { accountOf, at, COIN, MARKETS, sized, tickerOf, usd } from '../../../testing/fixtures.ts'
import { emptyDraft, type OrderContext, type OrderDraft } from '../orderDraft.ts'
import { reduceOrder, type OrderAction } from '../orderForm.ts'
import { orderState } from '../orderState.ts'
import { summarizeOrder } from '../orderSummary.ts'

export const MARK = 300

interface TicketWorld {
  readonly collateral?: number
  readonly position?: RawPosition
  readonly orders?: readonly Order[]
  readonly ratio?: number
}

export function contextOf(world: TicketWorld = {}, change: Partial<OrderContext> = {}): OrderContext {
  const state: AccountState = {
    account: accountOf({
      collateral: usd(world.collateral ?? 1_000),
      positions: new Map(world.position === undefined ? [] : [[COIN.symbol, world.position]]),
    }),
    orders: new Map((world.orders ?? []).map((order) => [order.id, order])),
    transfers: new Map(),
  }
  const portfolio = computePortfolio(state, MARKETS, new Map([[COIN.symbol, tickerOf(COIN, MARK)]]))
  return {
    market: COIN,
    mark: at(COIN, MARK),
    isHalted: false,
    isSignedIn: true,
    book: {
      asks: [300.1, 300.2, 300.3].map((price) => ({ price: at(COIN, price), size: sized(COIN, 1_000) })),
      bids: [299.9, 299.8, 299.7].map((price) => ({ price: at(COIN, price), size: sized(COIN, 1_000) })),
    },
    facts: portfolio.facts,
    summary: portfolio.summary,
    position: portfolio.factOf.get(COIN.symbol),
    initMarginRatio: ratio4(world.ratio ?? 1_000),
    profitPercent: 100,
    bandBps: 1_000,
    ...change,
  }
}

export const EMPTY = emptyDraft({ slippageBps: 500, sizeUnit: 'base' })
export const draftOf = (...actions: readonly OrderAction[]): OrderDraft => actions.reduce(reduceOrder, EMPTY)
export const toLimit = { kind: 'type', type: 'LIMIT', mark: at(COIN, MARK), market: COIN } as const
export const submitted = { kind: 'submitted', mark: at(COIN, MARK), market: COIN } as const
export const typed = (text: string): OrderAction => ({ kind: 'size', text })
export const stateOf = (draft: OrderDraft, context: OrderContext) =>
  orderState(draft, context, summarizeOrder(draft, context))
