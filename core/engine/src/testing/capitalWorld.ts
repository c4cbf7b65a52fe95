/** Evaluation and funded accounts in a small exchange: terms, days, and money given or taken by SIM_HOUSE. */
import { ratio4, timeMs, type Usd6, usd6 } from '@vest/protocol'
import { accountAt } from '../state/operations/accounts.ts'
import { type Applied } from '../apply.ts'
import { type CapitalTerms } from '../api/capital.ts'
import { type OpenSimAccount } from '../api/capitalCommands.ts'
import { creditHouse } from '../state/operations/money.ts'
import { type CapitalView } from '../api/capital.ts'
import { DAY_MS } from '../state/collections/calendar.ts'
import { createSim, INDEX, USDC } from './simWorld.ts'
import { type Trader, traderAddress, type World } from './world.ts'

/** The plan of W15: goal 8 %, maximum loss 4 % a day and 8 % in total. */
export const EVAL: CapitalTerms = {
  stage: 'EVAL',
  goalRatio: ratio4(800),
  maxDailyLossRatio: ratio4(400),
  maxDrawdownRatio: ratio4(800),
  minTradingDays: 0,
}
/** The same as a funded account, whose profit is available at once. */
export const FUNDED: CapitalTerms = {
  stage: 'FUNDED',
  profitSplitRatio: ratio4(9_000),
  maxDailyLossRatio: ratio4(400),
  maxDrawdownRatio: ratio4(800),
  minTradingDays: 0,
  firstProfitAfterMs: 0,
  profitEveryMs: 0,
}

export interface CapitalWorld {
  readonly world: World
  readonly owner: Trader
  readonly trader: Trader
}

/** An account of 100 000, and CAPITAL_TREASURY with the same sum. */
export function createCapitalWorld(terms: CapitalTerms, dollars = 100_000): CapitalWorld {
  const { world, owner } = createSim()
  world.run({ kind: 'SeedSystemAccount', account: 'CAPITAL_TREASURY', amountUsd6: usd6(100_000 * USDC) })
  return { world, owner, trader: openCapital(world, owner, terms, dollars) }
}

export function openCapital(world: World, owner: Trader, terms: CapitalTerms, dollars = 100_000): Trader {
  const address = traderAddress(900 + world.log.length)
  const { answer } = world.run(openingOf(address, owner, terms, dollars))
  if (!answer.ok) throw new Error(`not opened: ${answer.code}`)
  return { address }
}

export const openingOf = (
  account: Trader['address'],
  owner: Trader,
  capital: CapitalTerms,
  dollars = 100_000,
): OpenSimAccount => ({
  kind: 'OpenSimAccount',
  account,
  ownerId: owner.address,
  amountUsd6: usd6(dollars * USDC),
  capital,
})

export const capitalOf = ({ world, trader }: CapitalWorld): CapitalView => world.account(trader).sim!.capital!

/** Sets the equity through SIM_HOUSE: no trade reaches a sum to the micro-dollar. */
export function setEquity({ world, trader }: CapitalWorld, equity: Usd6): void {
  const account = accountAt(world.exchange, trader.address)!
  const change = equity - world.account(trader).equity
  account.collateral = usd6(account.collateral + change)
  creditHouse(world.exchange, -change)
}

const nextDayMs = (world: World): number => (Math.floor(world.now() / DAY_MS) + 1) * DAY_MS

/**
 * Sends these prices until half a second before the next day, for long enough to be trusted after hours without any.
 */
export function midnightDraws({ world }: CapitalWorld, prices: Parameters<World['prices']>[0]): void {
  const atMs = nextDayMs(world)
  for (let beforeMs = 80_500; beforeMs > 0; beforeMs -= 5_000)
    world.prices(prices, atMs - beforeMs - world.now())
}

/** The first tick of the next day; `prices` have come until half a second before it, or none for hours. */
export function midnight(scene: CapitalWorld, prices?: Parameters<World['prices']>[0]): Applied {
  const { world } = scene
  const atMs = nextDayMs(world)
  if (prices !== undefined) midnightDraws(scene, prices)
  return world.run({ kind: 'TickTimer' }, timeMs(atMs - world.now()))
}

export const AT_INDEX = { AAPL: INDEX } as const
