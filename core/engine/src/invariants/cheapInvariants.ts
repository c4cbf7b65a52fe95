/**
 * The invariants that are cheap enough to check after every command: the ledger to the micro-dollar, longs
 * against shorts, the best prices of a book, marks, modes. They read the rows and allocate next to nothing,
 * so that a simulation of millions of commands can afford them; `assertInvariants` begins with them.
 */
import { assert } from '@vest/protocol'
import { widestClampBps } from '../markets/index.ts'
import { backstopInventory } from '../pool/index.ts'
import { bestPrice, type Exchange, isSimAccount, type Market, NONE } from '../state/index.ts'

/** Above this a sum moves into its bigint; no single figure is larger. */
const PART_MAX = 2 ** 52

/** An exact sum of micro-dollars that needs no bigint per figure. */
interface Sum {
  part: number
  rest: bigint
}

/** Totals over the accounts of one domain. */
interface Totals {
  readonly owned: Sum
  /** Lots by market: longs at twice its id, shorts next to them. */
  readonly lots: Float64Array
}

const beginTotals = (markets: number): Totals => ({
  owned: { part: 0, rest: 0n },
  lots: new Float64Array(2 * markets),
})

export function assertCheapInvariants(exchange: Exchange): void {
  const { markets, money } = exchange
  const { real, sim } = totalsOf(exchange)
  assertLedger(money, real.owned)
  if (exchange.sim.accountCount > 0) assertHouse(exchange, sim)
  for (const market of markets) {
    assertNet(market, real.lots[2 * market.id]!, real.lots[2 * market.id + 1]!)
    assertTop(market)
    assertMark(market)
    assertMode(market)
  }
}

/**
 * Micro-dollars owned beyond the available money, by domain: 0n in a correct ledger.
 *   real = Σ (collateral + isolated margin + quote side) + Σ funding clearing + system money − VAULT
 *   sim  = Σ (collateral + isolated margin + quote side) + SIM_HOUSE
 */
export function ledgerDifferences(exchange: Exchange): { readonly real: bigint; readonly sim: bigint } {
  const { real, sim } = totalsOf(exchange)
  addMoney(real.owned, exchange.money)
  addHouse(sim.owned, exchange)
  return { real: amountOf(real.owned) - BigInt(exchange.money.VAULT), sim: amountOf(sim.owned) }
}

function totalsOf(exchange: Exchange): { readonly real: Totals; readonly sim: Totals } {
  const { accounts, accountRows, positionRows: positions, markets } = exchange
  const real = beginTotals(markets.length)
  const sim = beginTotals(exchange.sim.accountCount === 0 ? 0 : markets.length)
  for (let id = 0; id < accounts.length; id++) {
    const { owned, lots } = isSimAccount(accountRows, id) ? sim : real
    const collateral = accountRows.collateral(id)
    add(owned, collateral)
    let isOwing = collateral < 0
    for (let at = accountRows.firstPosition(id); at !== NONE; at = positions.next(at)) {
      const marketId = positions.marketId(at)
      const isLong = positions.isLong(at)
      const side = 2 * marketId + (isLong ? 0 : 1)
      lots[side] = lots[side]! + positions.size(at)
      if (isOwing && !markets[marketId]!.spec.isolated) isOwing = false
      add(owned, positions.isolatedMargin(at))
      add(owned, isLong ? -positions.cost(at) : positions.cost(at))
    }
    if (isOwing) assert(false, `account ${id} owes without a position`)
  }
  for (const { pool, backstop, fundingClearing } of markets) {
    add(real.owned, fundingClearing)
    for (const own of [pool, backstop])
      if (own !== undefined) add(real.owned, own.isLong ? -own.cost : own.cost)
  }
  return { real, sim }
}

function add(sum: Sum, amount: number): void {
  sum.part += amount
  if (sum.part < PART_MAX && sum.part > -PART_MAX) return
  sum.rest += BigInt(sum.part)
  sum.part = 0
}

const amountOf = ({ part, rest }: Sum): bigint => rest + BigInt(part)

function addMoney(sum: Sum, money: Exchange['money']): void {
  let name: keyof typeof money
  for (name in money) if (name !== 'VAULT') add(sum, money[name])
}

function addHouse(sum: Sum, { sim }: Exchange): void {
  add(sum, sim.houseUsd6)
  for (const market of sim.markets) if (market !== undefined) add(sum, market.sim!.houseQuote)
}

/** Σ (collateral + isolated margin + quote side) + Σ funding clearing + system money = VAULT, to the micro-dollar. */
function assertLedger(money: Exchange['money'], owned: Sum): void {
  addMoney(owned, money)
  const { VAULT, INSURANCE, SUSPENSE, PENDING_WITHDRAWALS, CAPITAL_TREASURY } = money
  if (amountOf(owned) !== BigInt(VAULT))
    assert(false, `ledger: ${amountOf(owned)} owned, ${VAULT} in the vault`)
  assert(INSURANCE >= 0, 'insurance never owes')
  assert(SUSPENSE >= 0 && PENDING_WITHDRAWALS >= 0, 'held money is never negative')
  assert(CAPITAL_TREASURY >= 0, 'profit is paid from what its treasury holds')
}

/**
 * In SIM Σ (collateral + isolated margin + quote side) + SIM_HOUSE = 0, and SIM_HOUSE holds the opposite of
 * every position.
 */
function assertHouse(exchange: Exchange, { owned, lots }: Totals): void {
  const { sim, markets } = exchange
  addHouse(owned, exchange)
  const sum = amountOf(owned)
  if (sum !== 0n) assert(false, `SIM ledger: ${sum} from nowhere`)
  for (const { id, spec } of markets) {
    const [long, short] = [lots[2 * id]!, lots[2 * id + 1]!]
    const side = sim.markets[id]?.sim
    if (long - short + (side?.houseInventory ?? 0) !== 0)
      assert(false, `SIM ${spec.symbol}: positions do not sum to zero`)
    if (long + short !== (side?.heldLots ?? 0)) assert(false, `SIM ${spec.symbol}: what is held is off`)
  }
}

/** Longs and shorts are equal, the pool and its backstop included; open interest counts users alone. */
function assertNet(market: Market, long: number, short: number): void {
  const { pool, spec } = market
  const inventory = pool === undefined ? 0 : pool.isLong ? pool.size : -pool.size
  if (long - short + inventory + backstopInventory(market) !== 0)
    assert(false, `${spec.symbol}: positions do not sum to zero`)
  if (market.longOi !== long || market.shortOi !== short)
    assert(false, `${spec.symbol}: open interest is off`)
}

function assertTop({ spec, bids, asks }: Market): void {
  const bid = bestPrice(bids)
  const ask = bestPrice(asks)
  if (bid !== 0 && ask !== 0 && bid >= ask) assert(false, `${spec.symbol}: book is crossed`)
}

/** The mark lies within the widest clamp of its market around the index. */
function assertMark({ spec, index, mark, markClampBefore }: Market): void {
  if ((index === undefined) !== (mark === undefined))
    assert(false, `${spec.symbol}: index and mark exist together`)
  if (index === undefined || mark === undefined) return
  const clampBps = Math.max(widestClampBps(spec), markClampBefore ?? 0)
  if (Math.abs(mark - index) * 10_000 > clampBps * index)
    assert(false, `${spec.symbol}: mark leaves its clamp`)
}

/** A pending dividend needs a halted market, and an announced delisting excludes OPEN. */
function assertMode({ spec, mode, pendingDividend, delistAnnouncedAtMs }: Market): void {
  if (pendingDividend !== undefined && mode !== 'HALT')
    assert(false, `${spec.symbol}: a dividend is paid when trading begins`)
  if (delistAnnouncedAtMs !== undefined && mode === 'OPEN')
    assert(false, `${spec.symbol}: an announced market takes no new risk`)
}
