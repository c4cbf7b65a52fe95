/**
 * Gentle trading on a devnet, so that tapes, books, volumes and open interest live: takers that arrive at random in
 * every market, bots that keep some orders resting around the index of the liquid ones, and two holders that are long
 * and short in each market in proportion to its business. They trade through the public client with accounts of their
 * own, and are nothing special to the exchange.
 *
 * Three clocks of chance drive everything: for takers, for resting orders, for holders; together about seven signed
 * requests a second (`activity` scales it). Nothing queues: an arrival that finds its bot busy, its market quiet or the
 * exchange away is simply not made. When the exchange is overloaded or gone, the flow pauses and tries again more
 * and more slowly; a stop ends timers and pending calls at once.
 */
import { lots, usd6, type Usd6 } from '@vest/protocol'
import { MARKET_PROFILES, type MarketProfile } from '../prices/marketProfile.ts'
import { createRandom, seedState } from '../prices/random.ts'
import type { BotKeys } from './botKeys.ts'
import {
  hasStrayed, holderTrade, QUOTE_BANDS, quoteLifeMs, restingOrder, takerOrder, type Holding, type QuoteBand,
} from './botOrders.ts' // prettier-ignore
import { createFlowBot, type FlowBot } from './flowBot.ts'
import {
  FlowUnavailable, type FlowAnswer, type FlowClock, type FlowExchange, type FlowMarket, type FlowPrice,
  type RestingOrder,
} from './flowExchange.ts' // prettier-ignore

export interface TradingFlowOptions {
  readonly exchange: FlowExchange
  /** Keys for the names of {@link FLOW_BOT_NAMES}. */
  readonly keys: readonly BotKeys[]
  /** Faucet and deposit on chain for one bot; called for one bot at a time. `signal` ends with the flow. */
  readonly fund: (keys: BotKeys, signal: AbortSignal) => Promise<void>
  readonly clock: FlowClock
  readonly seed: string
  /** Scales the rates of the clocks; 1 = about seven signed requests a second. */
  readonly activity?: number
  /** What went wrong on the way: an exchange that does not answer, a faucet that does not give. */
  readonly onTrouble: (error: unknown) => void
  /** A defect: the flow has stopped itself. */
  readonly onFailure: (error: unknown) => void
}

export interface TradingFlow {
  start(): void
  /** No request leaves after this; resolves when the last one under way has ended. */
  stop(): Promise<void>
  report(): FlowReport
}

export interface FlowReport {
  readonly readyBots: number
  readonly takerOrders: number
  readonly restingOrders: number
  readonly cancels: number
  readonly refusals: number
  readonly pauses: number
}

const TAKER_NAMES = ['taker-1', 'taker-2', 'taker-3', 'taker-4', 'taker-5', 'taker-6'] as const
const MAKER_NAMES = ['maker-1', 'maker-2'] as const
const HOLDER_NAMES = ['holder-long', 'holder-short'] as const
export const FLOW_BOT_NAMES: readonly string[] = [...TAKER_NAMES, ...MAKER_NAMES, ...HOLDER_NAMES]

const USDC = 1_000_000
/** What a bot gets beside the faucet's gift: orders of many sizes and open positions want margin. */
export function flowStakeUsd6(name: string): Usd6 {
  if (HOLDER_NAMES.some((holder) => holder === name)) return usd6(4_000_000 * USDC)
  return usd6(MAKER_NAMES.some((maker) => maker === name) ? 100_000 * USDC : 0)
}

/** Resting bots quote where takers come at least this often. */
const LIQUID_TAKERS_PER_SECOND = 0.05
/** Turns of the resting bots; a turn that replaces an order is two requests. */
const MAKER_TURNS_PER_SECOND = 1.5
/** Turns of the holders; most find nothing to do once they hold what they wish. */
const HOLDER_TURNS_PER_SECOND = 0.8
/** Until two holders have met. */
const TRADE_WAIT_MS = 4_000
const LOOK_EVERY_MS = 20_000
/** While a bot waits for its first credit. */
const LOOK_SOON_MS = 3_000
const RECONCILE_EVERY_LOOKS = 15
/** All positions of a bot together stay within this multiple of its equity. */
const GROSS_LEVERAGE = 3
const PRICE_AGE_MS_MAX = 15_000
const MOMENTUM_MS = 30_000
const ORDERS_UNDER_WAY_MAX = 2
const PAUSE_MS_MIN = 1_000
const PAUSE_MS_MAX = 30_000

interface Desk {
  readonly market: FlowMarket
  readonly profile: MarketProfile
  readonly taker: FlowBot
  readonly takerShare: number
  readonly maker: FlowBot | undefined
  readonly makerShare: number
  /** By business alone, so that open interest stands in proportion to volume. */
  readonly holderShare: number
  /** Halved with each refusal, such as one by the cap of open interest. */
  holderScale: number
  price: (FlowPrice & { readonly seenMs: number }) | undefined
  /** Exponential average of the mark, for momentum. */
  averageMark: number
}

/** A place on a side of a market that a resting bot quotes. */
interface Slot {
  readonly desk: Desk
  readonly maker: FlowBot
  readonly isBuy: boolean
  readonly band: QuoteBand
  order: RestingOrder | undefined
  /** It is replaced at the first turn after this. */
  untilMs: number
}

export function createTradingFlow(options: TradingFlowOptions): TradingFlow {
  const { exchange, clock } = options
  const activity = options.activity ?? 1
  const chance = createRandom(seedState(`${options.seed}|flow`))
  const ended = new AbortController()
  let funding: Promise<unknown> = Promise.resolve()
  const fundInTurn = (keys: BotKeys): Promise<void> => {
    const turn = funding.then(() => (isRunning ? options.fund(keys, ended.signal) : undefined))
    funding = turn.catch(() => undefined)
    return turn
  }
  const bots = options.keys.map((keys) =>
    createFlowBot({ keys, exchange, fund: fundInTurn, nowMs: () => clock.now() }),
  )
  const timers = new Set<unknown>()
  const underWay = new Set<Promise<unknown>>()
  const ordersUnderWay = new Map<FlowBot, number>()
  let desks: readonly Desk[] = []
  let deskBySymbol: ReadonlyMap<string, Desk> = new Map()
  let slots: readonly Slot[] = []
  /** Where the holders have not been yet, the liveliest first: people look there first on a new devnet. */
  let unheld: Desk[] = []
  let unwatch: (() => void) | undefined
  let isRunning = false
  let pausedUntilMs = 0
  let pauseMs = PAUSE_MS_MIN
  const counts = { takerOrders: 0, restingOrders: 0, cancels: 0, refusals: 0, pauses: 0 }

  // ---------------------------------------------------------------- timers that a stop ends

  function after(delayMs: number, work: () => void): void {
    if (!isRunning) return
    const timer = clock.setTimeout(() => {
      timers.delete(timer)
      if (isRunning) work()
    }, delayMs)
    timers.add(timer)
  }

  /** Runs work that may fail: trouble pauses the flow, a defect ends it. */
  function run(work: Promise<unknown>): void {
    const task = work.catch((error: unknown) => {
      if (!isRunning) return
      if (error instanceof FlowUnavailable) return pause(undefined, error)
      halt()
      options.onFailure(error)
    })
    underWay.add(task)
    void task.finally(() => underWay.delete(task))
  }

  function halt(): void {
    isRunning = false
    for (const timer of timers) clock.clearTimeout(timer)
    timers.clear()
    unwatch?.()
    unwatch = undefined
    ended.abort()
    exchange.close()
  }

  function pause(retryAfterMs: number | undefined, cause: unknown): void {
    // Several calls fail together when the exchange goes: that is one reason to wait, not several.
    if (clock.now() < pausedUntilMs) return
    counts.pauses += 1
    pausedUntilMs = clock.now() + Math.max(pauseMs, retryAfterMs ?? 0)
    pauseMs = Math.min(PAUSE_MS_MAX, pauseMs * 2)
    options.onTrouble(cause)
  }
  const isPaused = (): boolean => clock.now() < pausedUntilMs

  function heed(answer: FlowAnswer): void {
    if (answer.kind === 'busy') pause(answer.retryAfterMs, new FlowUnavailable('the exchange is overloaded'))
    else if (answer.kind === 'unreachable')
      pause(undefined, new FlowUnavailable('the exchange does not answer'))
    else pauseMs = PAUSE_MS_MIN
    if (answer.kind === 'refused') counts.refusals += 1
  }

  // ---------------------------------------------------------------- beginning

  async function begin(): Promise<void> {
    let markets: readonly FlowMarket[]
    try {
      markets = await exchange.markets()
    } catch (error) {
      if (!(error instanceof FlowUnavailable)) throw error
      // Not up yet.
      return after(PAUSE_MS_MIN, () => run(begin()))
    }
    if (!isRunning) return
    desks = deskPlan(markets, bots)
    deskBySymbol = new Map(desks.map((desk) => [desk.market.symbol, desk]))
    slots = slotPlan(desks)
    unheld = desks.toSorted((a, b) => b.profile.takersPerSecond - a.profile.takersPerSecond)
    unwatch = exchange.watchPrices(hear)
    for (const [i, bot] of bots.entries()) after(i * 250, () => lookAfter(bot, 0))
    nextTaker()
    nextMakerTurn()
    nextHolderTurn()
  }

  function hear(prices: readonly FlowPrice[]): void {
    const seenMs = clock.now()
    for (const price of prices) {
      const desk = deskBySymbol.get(price.symbol)
      if (desk === undefined) continue
      const elapsedMs = desk.price === undefined ? Infinity : seenMs - desk.price.seenMs
      desk.averageMark += (price.mark - desk.averageMark) * (1 - Math.exp(-elapsedMs / MOMENTUM_MS))
      desk.price = { ...price, seenMs }
    }
  }

  function lookAfter(bot: FlowBot, looks: number): void {
    const again = (): void =>
      after(bot.isReady() ? LOOK_EVERY_MS : LOOK_SOON_MS, () => lookAfter(bot, looks + 1))
    if (isPaused()) return again()
    const wasReady = bot.isReady()
    const look = async (): Promise<void> => {
      try {
        await bot.look()
        if (bot.isReady() && (!wasReady || looks % RECONCILE_EVERY_LOOKS === 0)) await reconcile(bot)
      } catch (error) {
        if (error instanceof FlowUnavailable) throw error
        // A bot whose money does not come waits for its next turn; the others trade on.
        if (isRunning) options.onTrouble(error)
      } finally {
        again()
      }
    }
    run(look())
  }

  /** What rests is what the exchange says rests: orders of an earlier life are taken over, strangers cancelled. */
  async function reconcile(bot: FlowBot): Promise<void> {
    const resting = await bot.account()!.restingOrders()
    const own = slots.filter((slot) => slot.maker === bot)
    for (const slot of own) if (!resting.some((order) => order.id === slot.order?.id)) slot.order = undefined
    for (const order of resting) {
      const places = own.filter(
        (known) => known.desk.market.symbol === order.symbol && known.isBuy === order.isBuy,
      )
      if (places.some((slot) => slot.order?.id === order.id)) continue
      const free = places.find((slot) => slot.order === undefined)
      if (free !== undefined) free.order = order
      else if (isRunning) heed(await bot.account()!.cancel(order.id))
    }
  }

  // ---------------------------------------------------------------- the two clocks of chance

  /** Exponential waiting time of a Poisson process. */
  const waitMs = (perSecond: number): number => (-Math.log(chance.uniform()) / (perSecond * activity)) * 1_000

  function nextTaker(): void {
    const perSecond = desks.reduce((sum, desk) => sum + desk.profile.takersPerSecond, 0)
    after(waitMs(perSecond), () => {
      nextTaker()
      const desk = drawDesk(perSecond)
      const holding = isPaused() ? undefined : holdingOf(desk, desk.taker, desk.takerShare)
      if (holding === undefined) return
      const order = takerOrder({ ...holding, momentum: holding.price.mark - desk.averageMark }, chance)
      if (order === undefined) return
      counts.takerOrders += 1
      run(oneMore(desk.taker, desk.taker.place(order)).then(heed))
    })
  }

  function drawDesk(perSecond: number): Desk {
    let left = chance.uniform() * perSecond
    for (const desk of desks) {
      left -= desk.profile.takersPerSecond
      if (left <= 0) return desk
    }
    return desks.at(-1)!
  }

  function nextMakerTurn(): void {
    after(waitMs(MAKER_TURNS_PER_SECOND), () => {
      nextMakerTurn()
      const slot = slots[Math.floor(chance.uniform() * slots.length)]
      if (slot === undefined || isPaused()) return
      const holding = holdingOf(slot.desk, slot.maker, slot.desk.makerShare)
      if (holding === undefined) return
      const isOver = slot.untilMs <= clock.now()
      if (slot.order !== undefined && !isOver && !hasStrayed(slot.order, holding.price.index, slot.band))
        return
      run(oneMore(slot.maker, requote(slot, holding)))
    })
  }

  async function requote(slot: Slot, holding: Holding): Promise<void> {
    if (slot.order !== undefined) {
      const answer = await slot.maker.account()!.cancel(slot.order.id)
      counts.cancels += 1
      heed(answer)
      // Refused: it was filled or is gone already. Not answered: the order may still rest; ask again next turn.
      if (answer.kind === 'busy' || answer.kind === 'unreachable') return
      slot.order = undefined
    }
    if (!isRunning) return
    const order = restingOrder({ ...holding, isBuy: slot.isBuy, band: slot.band }, chance)
    if (order?.limitPrice === undefined) return
    slot.untilMs = clock.now() + quoteLifeMs(chance)
    const { symbol, isBuy, limitPrice } = order
    const answer = await slot.maker.place(order)
    counts.restingOrders += 1
    heed(answer)
    if (answer.kind === 'accepted') slot.order = { id: answer.id, symbol, isBuy, limitPrice }
  }

  function nextHolderTurn(): void {
    after(waitMs(HOLDER_TURNS_PER_SECOND), () => {
      nextHolderTurn()
      const drawn = desks[Math.floor(chance.uniform() * desks.length)]
      const [long, short] = HOLDER_NAMES.map((name) => bots.find(({ keys }) => keys.name === name))
      if (long?.isReady() !== true || short?.isReady() !== true || isPaused()) return
      const desk = unheld.shift() ?? drawn
      if (desk === undefined) return
      const share = desk.holderShare * desk.holderScale
      const holdings = [long, short].map((bot) => holdingOf(desk, bot, share))
      const [ofLong, ofShort] = holdings
      if (ofLong === undefined || ofShort === undefined) return
      // Where they differ, such as after a fill by another trader, each goes its half of the way.
      const limitUsd6 = usd6(Math.min(ofLong.limitUsd6, ofShort.limitUsd6))
      const position = Math.trunc((ofLong.position - ofShort.position) / 2)
      const phase = desks.indexOf(desk) / desks.length
      const size = holderTrade({ ...ofLong, limitUsd6, position }, { atMs: clock.now(), phase })
      if (size === 0 || (size > 0 && (ofLong.isReducing || ofShort.isReducing))) return
      run(oneMore(long, oneMore(short, trade(desk, [long, short], { size, price: ofLong.price }))))
    })
  }

  /** One rests at the index and the other takes it; what is left of either after a while is cancelled. */
  async function trade(
    desk: Desk,
    [long, short]: readonly [FlowBot, FlowBot],
    { size, price }: { readonly size: number; readonly price: FlowPrice },
  ): Promise<void> {
    const order = {
      symbol: desk.market.symbol,
      size: lots(Math.abs(size)),
      limitPrice: price.index,
      reduceOnly: false,
    }
    const left: (readonly [FlowBot, string])[] = []
    for (const [bot, isBuy] of [
      [short, size < 0],
      [long, size > 0],
    ] as const) {
      const answer = await bot.place({ ...order, isBuy })
      heed(answer)
      if (answer.kind === 'refused') desk.holderScale /= 2
      if (answer.kind !== 'accepted') break
      left.push([bot, answer.id])
    }
    if (left.length === 2) for (const [bot, change] of [[long, size], [short, -size]] as const) bot.noteFill(order.symbol, change) // prettier-ignore
    // Takers may wait for the next price; what was filled cannot be cancelled, and that is as well.
    after(TRADE_WAIT_MS, () =>
      run(
        Promise.all(
          left.map(([bot, id]) =>
            bot
              .account()!
              .cancel(id)
              .then((answer) => void answer),
          ),
        ),
      ),
    )
  }

  function oneMore<T>(bot: FlowBot, work: Promise<T>): Promise<T> {
    ordersUnderWay.set(bot, (ordersUnderWay.get(bot) ?? 0) + 1)
    return work.finally(() => ordersUnderWay.set(bot, ordersUnderWay.get(bot)! - 1))
  }

  /** Absent when this bot should leave this market alone now. */
  function holdingOf(desk: Desk, bot: FlowBot, share: number): Holding | undefined {
    const { market, price } = desk
    if (
      !bot.isReady() ||
      bot.isMuted(market.symbol) ||
      (ordersUnderWay.get(bot) ?? 0) >= ORDERS_UNDER_WAY_MAX
    )
      return undefined
    if (price === undefined || !price.isTrading || clock.now() - price.seenMs > PRICE_AGE_MS_MAX)
      return undefined
    const limitUsd6 = usd6(Math.floor(bot.equityUsd6() * GROSS_LEVERAGE * share))
    return { market, price, position: bot.position(market.symbol), limitUsd6, isReducing: bot.isReducing() }
  }

  return {
    start() {
      isRunning = true
      run(begin())
    },
    async stop() {
      halt()
      await Promise.all(underWay)
    },
    report: () => ({ readyBots: bots.filter((bot) => bot.isReady()).length, ...counts }),
  }
}

// ---------------------------------------------------------------- who trades what

/** Busier markets may be held in larger size: the square root of their rate. */
const weightOf = (profile: MarketProfile): number => Math.sqrt(profile.takersPerSecond)

/** Markets dealt to the takers in order of business, so that each of the busiest has a bot of its own. */
function deskPlan(markets: readonly FlowMarket[], bots: readonly FlowBot[]): readonly Desk[] {
  const takers = bots.filter((bot) => bot.keys.name.startsWith('taker'))
  const makers = bots.filter((bot) => bot.keys.name.startsWith('maker'))
  const known = new Map(markets.map((market) => [market.symbol, market]))
  const profiles = MARKET_PROFILES.filter((profile) => known.has(profile.symbol)).toSorted(
    (a, b) => b.takersPerSecond - a.takersPerSecond,
  )
  const deal = (dealt: readonly MarketProfile[], hands: readonly FlowBot[]) => {
    const handOf = new Map(dealt.map((profile, i) => [profile.symbol, hands[i % hands.length]]))
    const weights = new Map<FlowBot | undefined, number>()
    for (const profile of dealt) {
      const hand = handOf.get(profile.symbol)
      weights.set(hand, (weights.get(hand) ?? 0) + weightOf(profile))
    }
    return {
      handOf,
      shareOf: (profile: MarketProfile) => weightOf(profile) / (weights.get(handOf.get(profile.symbol)) ?? 1),
    }
  }
  const business = profiles.reduce((total, { takersPerSecond }) => total + takersPerSecond, 0)
  const taken = deal(profiles, takers)
  const made = deal(
    profiles.filter((profile) => profile.takersPerSecond >= LIQUID_TAKERS_PER_SECOND),
    makers,
  )
  return profiles.flatMap((profile): Desk[] => {
    const taker = taken.handOf.get(profile.symbol)
    if (taker === undefined) return []
    return [
      {
        market: known.get(profile.symbol)!,
        profile,
        taker,
        takerShare: taken.shareOf(profile),
        maker: made.handOf.get(profile.symbol),
        makerShare: made.shareOf(profile),
        holderShare: profile.takersPerSecond / business,
        holderScale: 1,
        price: undefined,
        averageMark: 0,
      },
    ]
  })
}

function slotPlan(desks: readonly Desk[]): readonly Slot[] {
  return desks.flatMap((desk) => {
    const { maker } = desk
    if (maker === undefined) return []
    return [true, false].flatMap((isBuy) =>
      QUOTE_BANDS.map((band): Slot => ({ desk, maker, isBuy, band, order: undefined, untilMs: Infinity })),
    )
  })
}
