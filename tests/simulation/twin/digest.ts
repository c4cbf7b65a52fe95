/**
 * What the engine and its twin can both say of themselves, as one canonical text: every account with positions and
 * open orders by age, every market with its book and its pool, all system money. Two equal texts are two equal
 * exchanges in everything that belongs to an account.
 */
import type { GuardrailLimits, SavedAddress } from '@vest/engine'
import { bookAt } from './vault/addressBook.ts'
import { floorDiv, max } from './arithmetic.ts'
import { withinBand } from './band.ts'
import type { TwinCapital } from './sim/capitalTerms.ts'
import { lostToday } from './bounds.ts'
import { leverageOf } from './orders.ts'
import { netDeposits, scheduledOf, sharesOf, totalShares, yield30d } from './lp.ts'
import { poolPrices, poolValue } from './pool.ts'
import {
  bookSide,
  inventoryOf,
  type MoneyName,
  openInterest,
  remainingOf,
  type TwinKey,
  type TwinSpentProof,
  type TwinMarket,
  type World,
} from './world/index.ts'
import { simHouse } from './sim/openSim.ts'
import { withdrawnSince } from './transfers.ts'

export const MONEY_NAMES: readonly MoneyName[] = [
  'POOL',
  'POOL_ISO',
  'BACKSTOP',
  'INSURANCE',
  'TREASURY',
  'REFERRAL',
  'CAPITAL_TREASURY',
  'PENDING_WITHDRAWALS',
  'SUSPENSE',
  'VAULT',
]
export const DEPTH_LEVELS = 20

type Figure = bigint | number | string | boolean | undefined

/** One line: a name and its figures in the order given. */
export const line = (name: string, figures: Readonly<Record<string, Figure>>): string =>
  `${name} ${Object.entries(figures)
    .map(([key, value]) => `${key}=${value ?? 'none'}`)
    .join(' ')}`

export const levelText = (levels: readonly (readonly [price: Figure, size: Figure])[]): string =>
  levels.map(([price, size]) => `${price}:${size}`).join(' ')

/** What an account has set for itself, and what its limits stand at. */
export const guardrailsLine = (own: {
  readonly limits: GuardrailLimits
  readonly pending: GuardrailLimits | undefined
  readonly day: number
  readonly dayBegin: Figure
  readonly isStopped: boolean
  readonly best: Figure
  readonly coolUntilMs: number | undefined
}): string => {
  const { limits, pending, day, dayBegin, isStopped, best, coolUntilMs } = own
  return line(' guardrails', {
    day,
    dayBegin,
    isStopped,
    best,
    coolUntilMs,
    limits: limitsText(limits),
    pending: pending && limitsText(pending),
  })
}

const limitsText = ({ dailyStopUsd6, sizeMaxUsd6, leverageMax, coolDown }: GuardrailLimits): string =>
  [dailyStopUsd6, sizeMaxUsd6, leverageMax, coolDown?.lossUsd6, coolDown?.durationMs].join('/')

/** Where the money of an account may go; no line where it may go anywhere and nothing is saved. */
export const bookLines = (book: {
  readonly addresses: readonly SavedAddress[]
  readonly isListOn: boolean
  readonly listEndsMs: number | undefined
  readonly lockedUntilMs: number | undefined
}): readonly string[] => {
  const { addresses, isListOn, listEndsMs, lockedUntilMs } = book
  if (addresses.length === 0 && !isListOn && lockedUntilMs === undefined) return []
  const text = line(' addressBook', {
    isListOn,
    listEndsMs,
    lockedUntilMs,
    addresses: addresses
      .map(({ recipient, chainId, label, usableFromMs }) =>
        [recipient, chainId ?? 'EVM', label, usableFromMs].join('/'),
      )
      .join(' '),
  })
  return [text]
}

export function digestOf(world: World): string {
  const lines: string[] = []
  const sim = world.sim!
  const both = [...world.accounts.filter(({ isSim }) => !isSim), ...sim.accounts]
  for (const account of both.sort((a, b) => (a.address < b.address ? -1 : 1))) {
    const own = account.isSim ? sim : world
    const { address, exists, collateral, softCredit, netDeposits, told } = account
    lines.push(
      line('account', {
        address,
        exists,
        collateral,
        softCredit,
        advanced: account.advanced ?? 0n,
        netDeposits,
        toldEquity: told.equity,
        toldDeposits: told.netDeposits,
        withdrawn24h: withdrawnSince(world, 86_400_000, address),
        owner: account.ownerId,
        isFrozen: account.isFrozen,
        cancelTimer: own.cancelTimers.get(account.id),
      }),
    )
    if (account.capital !== undefined) lines.push(capitalLine(account.capital))
    lines.push(rewardLine(own, account.id))
    if (account.book !== undefined) lines.push(...bookLines(bookAt(account.book, world.nowMs)))
    if (account.guardrails !== undefined) lines.push(guardrailsLine(account.guardrails))
    const isCapped = account.guardrails?.limits.leverageMax !== undefined
    const leverages = isCapped
      ? world.markets.map((market) => [market.id, leverageOf(account, market)] as const)
      : [...account.leverages]
    for (const [marketId, leverage] of leverages.sort(([a], [b]) => a - b))
      lines.push(line(' leverage', { symbol: world.markets[marketId]!.spec.symbol, leverage }))
    for (const [marketId, position] of [...account.positions].sort(([a], [b]) => a - b)) {
      const { isLong, size, cost, entryFunding, initMarginRatio, settledFunding, isolatedMargin } = position
      const { symbol } = world.markets[marketId]!.spec
      lines.push(
        line(' position', {
          symbol,
          isLong,
          size,
          cost,
          entryFunding,
          initMarginRatio,
          settledFunding,
          isolatedMargin,
        }),
      )
    }
    for (const order of own.orders) {
      if (order.accountId !== account.id) continue
      const { id, type, isBuy, price, filled, reduceOnly, initMarginRatio, isTriggered } = order
      const { clientId, parentId, takeProfit, stopLoss } = order
      const { symbol } = world.markets[order.marketId]!.spec
      lines.push(
        line(' order', {
          id,
          symbol,
          type,
          isBuy,
          price,
          filled,
          remaining: remainingOf(order),
          reduceOnly,
          initMarginRatio,
          isTriggered,
          clientId,
          parentId,
          tpPrice: takeProfit?.price,
          slPrice: stopLoss?.price,
        }),
      )
    }
    for (const { command, accountId, isSim } of own.registry.delayed)
      if (isSim === own.isSim && accountId === account.id) lines.push(line(' waiting', { id: command.id }))
  }
  for (const market of world.markets) lines.push(...marketLines(world, market))
  for (const name of MONEY_NAMES) lines.push(line('money', { [name]: world.money[name] }))
  for (const { id, type, isOpen, isApproved, eligibleTimeMs } of world.registry.transfers.values())
    if (isOpen && type === 'WITHDRAW') lines.push(withdrawalLine({ id, isApproved, eligibleTimeMs }))
  lines.push(...world.registry.dust.sums.map(dustLine).sort())
  lines.push(line('solvency', { state: world.solvency }))
  lines.push(poolLine(world))
  lines.push(...world.registry.keys.map(keyLine).sort())
  lines.push(...world.registry.spent.map(spentLine).sort())
  lines.push(
    ...[...world.registry.bounds]
      .map(([signer, bound]) => boundLine(signer, bound, lostToday(world, signer) + lostToday(sim, signer)))
      .sort(),
  )
  for (const { id, owner, evaluation, phase, reason, dispute, funded } of world.purchases!)
    lines.push(
      line('purchase', {
        id,
        owner,
        evaluation,
        phase,
        reason,
        dispute,
        funded: funded?.wallet,
        fundedPhase: funded?.phase,
      }),
    )
  for (const { id, wallet, signals, state, decisions, paid } of world.reviews!)
    lines.push(
      line('review', { id, wallet, signals, state, decisions, size: paid?.size, share: paid?.share }),
    )
  for (const market of sim.markets) lines.push(...simLines(sim, market))
  lines.push(line('sim', { house: simHouse(world) }))
  return lines.join('\n')
}

const capitalLine = (capital: TwinCapital): string =>
  line(' capital', {
    status: capital.status,
    day: capital.day,
    dayBalance: capital.dayBalance,
    dailyLimit: capital.dailyLimit,
    passingMs: capital.passingMs,
    tradingDays: capital.tradedOn.size,
    profitMs: capital.profitMs,
    reason: capital.reason,
    endedMs: capital.endedMs,
  })

/** In the order of the requests. */
export const withdrawalLine = (one: {
  readonly id: string
  readonly isApproved: boolean
  readonly eligibleTimeMs: number | undefined
}): string => line('withdrawal', one)

export const dustLine = (one: {
  readonly id: string
  readonly account: string
  readonly chainId: number
  readonly size: number | bigint
}): string => {
  const { id, account, chainId, size } = one
  return line('dust', { account, chainId, id, size })
}

/** Of a session or of a program; in the digest they stand by name. */
export const keyLine = ({ address, hash, signer, label, fromMs, untilMs }: TwinKey): string =>
  line('key', { address, hash, signer, label: label ?? 'a session', fromMs, untilMs: untilMs ?? 'for ever' })

export const boundLine = (signer: string, max: bigint | number, lost: bigint | number): string =>
  line('bound', { signer, max, lost })

export const spentLine = ({ address, signer, untilMs }: TwinSpentProof): string =>
  line('spent', { address, signer, untilMs })

/** A market of SIM in which an account holds or wants something. */
function simLines(sim: World, market: TwinMarket): string[] {
  const [bids, asks] = [true, false].map((isBid) => queueText(sim, market.id, isBid))
  const inventory = market.house?.inventory ?? 0n
  if (inventory === 0n && bids === '' && asks === '') return []
  return [line('sim market', { symbol: market.spec.symbol, inventory, bids, asks })]
}

const queueText = (world: World, marketId: number, isBid: boolean): string =>
  bookSide(world, marketId, isBid)
    .map((order) => `${order.price}:${order.id}:${remainingOf(order)}`)
    .join(' ')

/** Shares, referral and points of an account. */
function rewardLine(world: World, id: number): string {
  const { referrals, points } = world
  const shares = sharesOf(world, id)
  const balance = balanceOf(world, shares)
  const totals = points.totals.get(id)
  return line(' rewards', {
    shares,
    balance,
    scheduled: scheduledOf(world, id),
    pnl: balance - netDeposits(world, id),
    code: [...referrals.codes].find(([, owner]) => owner === id)?.[0],
    referrer: referrals.referrers.get(id),
    pending: referrals.accrued.get(id) ?? 0n,
    paid: referrals.paid.get(id) ?? 0n,
    weight: world.accounts[id]!.weight,
    trading: totals?.trading ?? 0n,
    lp: totals?.lp ?? 0n,
    referral: totals?.referral ?? 0n,
  })
}

const balanceOf = (world: World, shares: bigint): bigint => {
  const total = totalShares(world)
  return total === 0n ? 0n : floorDiv(shares * max(0n, poolValue(world).low), total)
}

function poolLine(world: World): string {
  const { low, high } = poolValue(world)
  return line('lp', {
    low,
    high,
    shares: totalShares(world),
    price: balanceOf(world, 1_000_000n),
    yield: yield30d(world),
    queue: world.lp.queue.map(({ id, shares }) => `${id}:${shares}`).join(' '),
  })
}

function marketLines(world: World, market: TwinMarket): string[] {
  const { mode, session, index, mark, cumFunding, rate, clearing, pool, backstop, samples } = market
  const { symbol } = market.spec
  const oi = { longOi: openInterest(world, market.id, true), shortOi: openInterest(world, market.id, false) }
  return [
    line('market', { symbol, mode, session, index, mark, cumFunding, rate, samples, ...oi, clearing }),
    line(' life', {
      isHalted: market.haltCause,
      halts: market.halts.toSorted().join(' '),
      operatorMode: market.operatorMode,
      dividend: market.pendingDividend,
      announced: market.delistAnnouncedAtMs,
      formerSymbols: market.formerSymbols.join(' '),
      premiumMilli: market.premiumMilli,
      trail: market.trail.join(' '),
    }),
    line(' pool', {
      inventory: inventoryOf(market),
      cost: pool?.cost,
      entryFunding: pool?.entryFunding,
      settledFunding: pool?.settledFunding,
    }),
    line(' backstop', {
      isLong: backstop?.isLong,
      size: backstop?.size,
      cost: backstop?.cost,
      entryFunding: backstop?.entryFunding,
      settledFunding: backstop?.settledFunding,
      offered: backstop?.offered,
    }),
    line(' bids', { queue: queueText(world, market.id, true) }),
    line(' asks', { queue: queueText(world, market.id, false) }),
    line(' depth', {
      bids: levelText(depth(world, market, false)),
      asks: levelText(depth(world, market, true)),
    }),
  ]
}

/** Users and pool merged by price, best first. */
function depth(world: World, market: TwinMarket, isAsk: boolean): [bigint, bigint][] {
  const sizes = new Map<bigint, bigint>()
  const add = (price: bigint, size: bigint): void => void sizes.set(price, (sizes.get(price) ?? 0n) + size)
  for (const order of bookSide(world, market.id, !isAsk)) add(order.price, remainingOf(order))
  for (const [price, size] of withinBand(market, poolPrices(world, market, isAsk))) add(price, size)
  return [...sizes].sort(([a], [b]) => Number(isAsk ? a - b : b - a)).slice(0, DEPTH_LEVELS)
}
