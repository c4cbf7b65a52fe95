/**
 * What the ticket says before an order is sent is what the exchange answers after it: margin required, available,
 * health, position and liquidation price, and whether the margin suffices at all. Random accounts in a random market
 * life; the engine is the real one, and the preview knows what the wire tells.
 */
import { accountHealth } from '@vest/formulas'
import {
  apply,
  decodeState,
  encodeState,
  type EngineEvent,
  type PlaceOrder,
  query,
  type AccountView,
} from '@vest/engine'
import { funding12, REFUSAL, TIMES_IN_FORCE, usd6, type Address } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  emptyDraft,
  type OrderContext,
  type OrderDraft,
} from '../../clients/web/src/features/order-entry/orderDraft.ts'
import { takeLevels } from '../../clients/web/src/entities/order/simulateFill.ts'
import { reduceOrder, type OrderAction } from '../../clients/web/src/features/order-entry/orderForm.ts'
import { summarizeOrder, type OrderSummary } from '../../clients/web/src/features/order-entry/orderSummary.ts'
import { writeNumeric } from '../../clients/web/src/shared/numeric/numericText.ts'
import {
  AAPL,
  BTC,
  createWorld,
  EUR,
  eventsOf,
  FIG,
  lastOrder,
  placeOrder,
  type Trader,
  type World,
} from '../../core/engine/src/testing/world.ts'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { accountAt } from '../../core/engine/src/state/operations/accounts.ts'
import { beginFundingEpoch } from '../../core/engine/src/funding/fundingEpoch.ts'
import { browserContext } from './browserView.ts'
import { createPrng, type Prng } from './prng.ts'

/** Others in every run; a long one asks for more. */
const CASES = Number(process.env['VEST_PREVIEWS'] ?? 2_500)
const TRADERS = 12
const MARKETS = [AAPL, BTC, EUR, FIG]
const FIRST_PRICE: Readonly<Record<string, number>> = {
  AAPL: 23_150,
  BTC: 921_000,
  EUR: 115_000,
  FIG: 31_500,
}

interface Life {
  readonly world: World
  readonly prng: Prng
  readonly traders: readonly Trader[]
  readonly prices: Record<string, number>
  next: number
}

function beginLife(seed: number): Life {
  const prng = createPrng(seed)
  const world = createWorld({ audit: false })
  const prices = { ...FIRST_PRICE }
  world.prices(prices)
  const traders = Array.from({ length: TRADERS }, () => world.trader(prng.int(200, 20_000)))
  const life = { world, prng, traders, prices, next: 1_000_000 }
  for (const trader of traders) setLeverage(life, trader)
  return life
}

function setLeverage({ world, prng }: Life, trader: Trader): void {
  const { symbol, initMarginRatio } = prng.pick(MARKETS)
  const leverage = prng.int(1, Math.min(20, Math.floor(10_000 / initMarginRatio)))
  world.run({ kind: 'SetLeverage', account: trader.address, symbol, leverage })
}

/** Between two orders the world moves: prices, funding, leverages. */
function goOn(life: Life): void {
  const { world, prng, prices } = life
  const name = prng.pick(Object.keys(prices))
  prices[name] = Math.max(1, Math.round(prices[name]! * (1 + (prng.next() - 0.5) * 0.004)))
  world.prices(prices, prng.int(1, 2_000))
  if (prng.chance(0.02)) {
    // As an hour's end would, without the hour: up to 0.05 % of the price, either way.
    const market = prng.pick(world.exchange.markets)
    const accrued = Math.round(
      market.mark! * 10 ** (12 - market.spec.priceDecimals) * 5e-4 * (prng.next() * 2 - 1),
    )
    market.cumFunding = funding12(market.cumFunding + BigInt(accrued))
    beginFundingEpoch(world.exchange, market)
  }
  const trader = prng.pick(life.traders)
  if (prng.chance(0.05)) setLeverage(life, trader)
  if (prng.chance(0.02)) world.run({ kind: 'TickTimer' }, 1_000)
  // Outside the regular session a stock's profit counts in part.
  if (prng.chance(0.02)) {
    const session = prng.pick(['REGULAR', 'EXTENDED', 'OVERNIGHT'] as const)
    world.run({ kind: 'ChangeSession', marketId: prng.pick(world.exchange.markets).id, session })
  }
}

/** A draft as a trader would make it: type, side, price, then a size typed or by the slider. */
function randomDraft(prng: Prng, context: OrderContext): OrderDraft {
  const { market, mark, position } = context
  const isBuy = prng.chance(0.5)
  const actions: OrderAction[] = []
  if (prng.chance(0.5)) {
    actions.push({ kind: 'type', type: 'LIMIT', mark, market })
    // Now and then beyond the fill band.
    const width = prng.chance(0.1) ? 0.8 : 0.01
    const price = Math.max(1, Math.round(mark! * (1 + (prng.next() - 0.5) * width)))
    actions.push({ kind: 'price', text: writeNumeric(price, market.priceDecimals) })
    actions.push({ kind: 'timeInForce', timeInForce: prng.pick(TIMES_IN_FORCE) })
  }
  actions.push({ kind: 'side', isBuy })
  if (position !== undefined && prng.chance(0.2)) actions.push({ kind: 'reduceOnly', isOn: true, position })
  const draft = actions.reduce(reduceOrder, emptyDraft({ slippageBps: 500, sizeUnit: 'base' }))
  if (prng.chance(0.5)) return reduceOrder(draft, { kind: 'percent', percent: prng.int(1, 100) })
  const typical = position?.size ?? Math.max(1, Math.floor(1e9 / (mark! * market.scale)))
  const size = Math.max(1, Math.floor(typical * (prng.next() + prng.next()) * prng.pick([0.1, 1, 3])))
  return reduceOrder(draft, { kind: 'size', text: writeNumeric(size, market.sizeDecimals) })
}

function send(life: Life, trader: Trader, context: OrderContext, draft: OrderDraft, summary: OrderSummary) {
  const { world } = life
  const command = placeOrder(world, ++life.next, {
    trader,
    spec: MARKETS.find(({ symbol }) => symbol === context.market.symbol)!,
    side: draft.isBuy ? 'buy' : 'sell',
    order: {
      size: summary.size,
      limitPrice: summary.limitPrice!,
      orderType: draft.type,
      reduceOnly: draft.isReduceOnly,
      timeInForce: draft.timeInForce ?? 'GTC',
    },
  })
  const { events } = world.run(command)
  const order = lastOrder(events, command.id)
  const isBookOther =
    hasFallenOut(events, draft.isBuy) ||
    (order.code === REFUSAL.MARGIN_CHECK_FAILED && wouldFallOut(world, command))
  const prices = eventsOf(events, 'TradeExecuted').map(({ price }) => price)
  return { order, isBookOther, unseen: prices.length - new Set(prices).size }
}

/** Orders that the book showed and that did not fill: their owners could not afford it, or it was the taker's own. */
const hasFallenOut = (events: readonly EngineEvent[], isBuy: boolean): boolean =>
  eventsOf(events, 'OrderUpdated').some(
    ({ order: other }) =>
      other.orderType === 'LIMIT' && other.status === 'CANCELLED' && other.isBuy !== isBuy,
  )

/**
 * The same of an order that was refused for its margin, which no event reports: in a copy of the exchange its account is
 * rich. Refused there as well, it is too large for what the market takes on, and its margin was judged at the mark.
 */
function wouldFallOut({ exchange }: World, command: PlaceOrder): boolean {
  const copy = decodeState(encodeState(exchange))
  accountAt(copy, command.account)!.collateral = usd6(1e15)
  const again = { ...command, id: `0x${'f'.repeat(64)}`, nonce: command.nonce + 1 } as const
  const { events } = apply(copy, { seq: copy.seq + 1, timeMs: copy.timeMs, command: again })
  return hasFallenOut(events, command.isBuy) || lastOrder(events, again.id).code === REFUSAL.CAPACITY_EXCEEDED
}

/** Health in basis points, of the totals that the exchange answers. */
const healthOf = ({ equity, maintMargin, positions }: AccountView): number =>
  accountHealth({ equity, maintMargin, hasPositions: positions.length > 0 }).basisPoints

interface Figures {
  readonly marginRequired: number | undefined
  readonly available: number | undefined
  readonly health: number | undefined
  readonly size?: number | undefined
  readonly cost?: number | undefined
  readonly liquidation?: number | undefined
}

/** Of an order that only rests the preview's position is the one that it will come to once it has filled. */
const saidOf = (summary: OrderSummary, hasFilled: boolean): Figures => ({
  marginRequired: summary.marginRequired,
  available: summary.availableAfter,
  health: summary.healthAfter?.basisPoints,
  ...(hasFilled
    ? {
        size: summary.positionAfter?.size,
        cost: summary.positionAfter?.cost,
        liquidation: summary.liquidationAfter,
      }
    : {}),
})

function answeredOf(before: AccountView, after: AccountView, symbol: string, hasFilled: boolean): Figures {
  const required = after.initMargin + after.openOrderMargin - before.initMargin - before.openOrderMargin
  const held = after.positions.find((position) => position.symbol === symbol)
  return {
    marginRequired: Math.max(0, required),
    available: after.available,
    health: healthOf(after),
    ...(hasFilled ? { size: held?.size, cost: held?.cost, liquidation: held?.liquidationPrice } : {}),
  }
}

/**
 * Where several orders stand at one price the book shows them as one: each fill beyond the first rounds the cost, the
 * profit and the margin that it releases by a micro-dollar at most.
 */
function expectWithin(said: Figures, answered: Figures, unseen: number, story: string): void {
  const units = {
    marginRequired: 3 * unseen,
    available: 3 * unseen,
    cost: unseen,
    health: 1,
    liquidation: 1,
    size: 0,
  }
  for (const [name, unit] of Object.entries(units) as [keyof Figures, number][]) {
    const [a, b] = [said[name], answered[name]]
    expect(a === undefined, `${story} ${name}`).toBe(b === undefined)
    if (a !== undefined && b !== undefined)
      expect(Math.abs(a - b), `${story} ${name} ${a} ${b}`).toBeLessThanOrEqual(unit)
  }
}

/** Reasons that lie beyond account and visible book: no preview speaks of them. */
const BEYOND: readonly (number | undefined)[] = [
  REFUSAL.PRICE_CHECK_FAILED,
  REFUSAL.PRICE_STALE,
  REFUSAL.OI_CAP_EXCEEDED,
  REFUSAL.INVALID_LIMIT_PRICE,
  REFUSAL.HALTED_REDUCE_ONLY,
  REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE,
  REFUSAL.CAPACITY_EXCEEDED,
  REFUSAL.POST_ONLY_WOULD_TAKE,
  REFUSAL.TOO_MANY_OPEN_ORDERS,
]

/** An order that meets one of the account's own cancels that: which of the orders in the book are one's own it does not say. */
function meetsItself(
  { world }: Life,
  trader: Trader,
  { market }: OrderContext,
  draft: OrderDraft,
  { limitPrice }: OrderSummary,
): boolean {
  return query(world.exchange, 'openOrders', { account: trader.address }).some(
    (own) =>
      own.symbol === market.symbol &&
      own.orderType === 'LIMIT' &&
      own.isBuy !== draft.isBuy &&
      (draft.isBuy ? own.limitPrice <= limitPrice! : own.limitPrice >= limitPrice!),
  )
}

/** All or nothing, and the book does not hold all of it: it is refused for one reason or the other. */
function isBeyondBook(draft: OrderDraft, { book }: OrderContext, summary: OrderSummary): boolean {
  if (draft.type === 'LIMIT' && draft.timeInForce !== 'FOK') return false
  const levels = (draft.isBuy ? book?.asks : book?.bids) ?? []
  const { size, limitPrice: limit } = summary
  return takeLevels({ levels, size, isBuy: draft.isBuy, limit }).left > 0
}

describe('the preview of an order', () => {
  it(`${CASES} random orders: margin, available, health, position and liquidation price come as said`, () => {
    const counts = { filled: 0, rested: 0, uncovered: 0, beyond: 0, unseen: 0, reducing: 0, isolated: 0 }
    let life = beginLife(RUN_SEED)
    let compared = 0
    for (let step = 1; compared < CASES; step += 1) {
      if (step % 2_000 === 0) life = beginLife(RUN_SEED + step)
      goOn(life)
      const { world, prng } = life
      const trader = prng.pick(life.traders)
      const symbol = prng.pick(MARKETS).symbol
      const context = browserContext(world.exchange, trader.address as Address, symbol)
      const draft = randomDraft(prng, context)
      const summary = summarizeOrder(draft, context)
      if (summary.value === 0 || meetsItself(life, trader, context, draft, summary)) continue
      const before = world.account(trader)
      const { order, isBookOther, unseen } = send(life, trader, context, draft, summary)
      const after = world.account(trader)
      if (isBookOther || isBeyondBook(draft, context, summary) || BEYOND.includes(order.code)) {
        counts.beyond += 1
        if (isBookOther || order.filledSize === 0) continue
      }
      const story = `seed ${RUN_SEED}, ${step}: ${draft.type} ${draft.timeInForce} ${order.status} ${order.code} ${order.filledSize}/${order.size}`
      expect(order.code === REFUSAL.MARGIN_CHECK_FAILED, story).toBe(!summary.isCovered)
      compared += 1
      if (order.code === REFUSAL.MARGIN_CHECK_FAILED) {
        counts.uncovered += 1
        continue
      }
      const hasFilled = order.filledSize > 0
      counts[hasFilled ? 'filled' : 'rested'] += 1
      if (draft.isReduceOnly) counts.reducing += 1
      if (context.market.isIsolated) counts.isolated += 1
      const said = saidOf(summary, hasFilled)
      const answered = answeredOf(before, after, symbol, hasFilled)
      if (unseen === 0) expect(said, story).toEqual(answered)
      else {
        counts.unseen += 1
        expectWithin(said, answered, unseen, story)
      }
    }
    // Every kind of order was among them.
    expect(Math.min(counts.filled, counts.rested, counts.uncovered)).toBeGreaterThan(CASES / 20)
    expect(Math.min(counts.reducing, counts.isolated)).toBeGreaterThan(CASES / 50)
  })
})
