/** The same text as the twin's digest, read from the engine: by its queries, and from its state where none says it. */
import { type Exchange, query } from '@vest/engine'
import type { Address } from '@vest/protocol'
import {
  bookLines,
  boundLine,
  DEPTH_LEVELS,
  dustLine,
  guardrailsLine,
  keyLine,
  levelText,
  line,
  MONEY_NAMES,
  spentLine,
  withdrawalLine,
} from './digest.ts'

type Market = Exchange['markets'][number]

export function engineDigest(state: Exchange): string {
  const lines: string[] = []
  const triggered = triggeredIn(state)
  const addresses = state.accounts.map(({ address }) => address).sort()
  for (const address of addresses) {
    const view = query(state, 'account', { account: address })!
    const { exists, collateral, softCredit, withdrawn24h } = view
    const { ownerId: owner, isFrozen } = view.sim ?? { ownerId: undefined, isFrozen: false }
    const { advanced, netDeposits, toldEquity, toldDeposits } = state.accounts[view.accountId]!
    const cancelTimer = state.cancelTimers.get(view.accountId)
    lines.push(
      line('account', {
        address,
        exists,
        collateral,
        softCredit,
        advanced,
        netDeposits,
        toldEquity,
        toldDeposits,
        withdrawn24h,
        owner,
        isFrozen,
        cancelTimer,
      }),
    )
    const { capital } = state.accounts[view.accountId]!
    if (capital !== undefined) lines.push(capitalLine(capital, view.sim!.capital!.maxDailyLossLimit))
    lines.push(rewardLine(state, view.accountId, address))
    const { guardrails, addressBook } = state.accounts[view.accountId]!
    if (addressBook !== undefined) {
      const { listEndsMs, lockedUntilMs, ...book } = query(state, 'addressBook', { account: address })!
      lines.push(...bookLines({ ...book, listEndsMs, lockedUntilMs }))
    }
    if (guardrails !== undefined) lines.push(guardrailsLine(guardrails))
    for (const { symbol, leverage } of view.leverages) lines.push(line(' leverage', { symbol, leverage }))
    for (const position of view.positions) {
      const { symbol, isLong, size, cost, entryFunding, initMarginRatio, settledFunding, isolatedMargin } =
        position
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
    for (const record of query(state, 'openOrders', { account: address })) {
      if (state.delayed.byId.get(record.id)?.record === record) {
        lines.push(line(' waiting', { id: record.id }))
        continue
      }
      const { id, symbol, orderType, isBuy, limitPrice, filledSize, size, reduceOnly, initMarginRatio } =
        record
      const { clientId, parentId, tpPrice, slPrice } = record
      const remaining = size - filledSize
      const isTriggered = triggered.has(id)
      lines.push(
        line(' order', {
          id,
          symbol,
          type: orderType,
          isBuy,
          price: limitPrice,
          filled: filledSize,
          remaining,
          reduceOnly,
          initMarginRatio,
          isTriggered,
          clientId,
          parentId,
          tpPrice,
          slPrice,
        }),
      )
    }
  }
  for (const view of query(state, 'markets', {})) {
    const market = state.markets[view.marketId]!
    const { mode, session, ticker } = view
    const { symbol } = view.spec
    const { pool, backstop, longOi, shortOi, cumFunding, samples, fundingClearing: clearing } = market
    const inventory = pool === undefined ? 0 : pool.isLong ? pool.size : -pool.size
    const rate = view.oneHrFundingRate
    const halts = handHaltsOf(market)
    const depth = query(state, 'depth', { symbol, limit: DEPTH_LEVELS })!
    lines.push(
      line('market', {
        symbol,
        mode,
        session,
        index: ticker?.index,
        mark: ticker?.mark,
        cumFunding,
        rate,
        samples,
        longOi,
        shortOi,
        clearing,
      }),
      line(' life', {
        isHalted: halts.length > 0 ? 'HAND' : market.haltCause,
        halts: halts.toSorted().join(' '),
        operatorMode: market.operatorMode,
        dividend: market.pendingDividend ?? 0n,
        announced: market.delistAnnouncedAtMs,
        formerSymbols: (market.formerSymbols ?? []).join(' '),
        premiumMilli: market.premiumMilliTicks,
        trail: market.trail.join(' '),
      }),
      line(' pool', {
        inventory,
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
      line(' bids', { queue: queue(market.bids) }),
      line(' asks', { queue: queue(market.asks) }),
      line(' depth', { bids: levelText(depth.bids), asks: levelText(depth.asks) }),
    )
  }
  for (const name of MONEY_NAMES) lines.push(line('money', { [name]: state.money[name] }))
  for (const { record, isApproved } of state.transfers.values())
    if (record.type === 'WITHDRAW')
      lines.push(withdrawalLine({ id: record.id, isApproved, eligibleTimeMs: record.eligibleTimeMs }))
  lines.push(...[...state.dust.sums.values()].map(dustLine).sort())
  lines.push(line('solvency', { state: state.solvency }))
  lines.push(poolLine(state), ...keyLines(state), ...spentLines(state), ...boundLines(state))
  for (const purchase of state.sim.purchases.byId.values()) {
    const { id, ownerId: owner, account: evaluation, phase, reason, dispute, funded } = purchase
    lines.push(
      line('purchase', {
        id,
        owner,
        evaluation,
        phase,
        reason,
        dispute,
        funded: funded?.account,
        fundedPhase: funded?.phase,
      }),
    )
  }
  for (const { id, account: wallet, signals, state: stands, decisions, payout } of state.sim.reviews.values())
    lines.push(
      line('review', {
        id,
        wallet,
        signals: signals.length,
        state: stands,
        decisions: decisions.length,
        size: payout?.record.size,
        share: payout?.shareUsd6,
      }),
    )
  let house: number = state.sim.houseUsd6
  for (const market of state.sim.markets) {
    if (market === undefined) continue
    const { houseInventory: inventory, houseQuote } = market.sim!
    house += houseQuote
    const [bids, asks] = [queue(market.bids), queue(market.asks)]
    if (inventory === 0 && bids === '' && asks === '') continue
    // What a SIM market mirrors is as of its last use; the name is REAL's.
    const { symbol } = state.markets[market.id]!.spec
    lines.push(line('sim market', { symbol, inventory, bids, asks }))
  }
  lines.push(line('sim', { house }))
  return lines.join('\n')
}

const spentLines = (state: Exchange): string[] =>
  state.accounts
    .flatMap(({ address, spentProofs }) =>
      spentProofs.map(({ signer, expiryTimeMs }) => spentLine({ address, signer, untilMs: expiryTimeMs })),
    )
    .sort()

const capitalLine = (
  capital: NonNullable<Exchange['accounts'][number]['capital']>,
  dailyLimit: number,
): string =>
  line(' capital', {
    status: capital.status,
    day: capital.day,
    dayBalance: capital.priorDayBalance,
    dailyLimit,
    passingMs: capital.passingSinceMs,
    tradingDays: capital.tradingDays,
    profitMs: capital.lastProfitTimeMs,
    reason: capital.reason,
    endedMs: capital.endedTimeMs,
  })

function keyLines(state: Exchange): string[] {
  const sessions = query(state, 'signers', {}).map(
    ({ account, signer, apiKeyHash, createTimeMs, expiryTimeMs }) =>
      keyLine({ address: account, hash: apiKeyHash, signer, fromMs: createTimeMs, untilMs: expiryTimeMs }),
  )
  const programs = query(state, 'apiKeys', {}).map(
    ({ account, signer, apiKeyHash, label, createTimeMs, expiryTimeMs }) => {
      const until = expiryTimeMs === undefined ? {} : { untilMs: expiryTimeMs }
      return keyLine({ address: account, hash: apiKeyHash, signer, label, fromMs: createTimeMs, ...until })
    },
  )
  return [...sessions, ...programs].sort()
}

function boundLines(state: Exchange): string[] {
  const bounded = state.signers.filter(({ lossMax }) => lossMax !== Infinity)
  const lost = query(state, 'lostToday', { signers: bounded.map(({ signer }) => signer) })
  return bounded.map(({ signer, lossMax }, at) => boundLine(signer, lossMax, lost[at]!)).sort()
}

/** Ids of the orders whose trigger was reached. */
const triggeredIn = (state: Exchange): ReadonlySet<string> =>
  new Set(
    state.accounts.flatMap((account) => {
      const ids: string[] = []
      for (let order = account.oldestOrder; order !== undefined; order = order.youngerOfAccount)
        if (order.isTriggered) ids.push(order.id)
      return ids
    }),
  )
function rewardLine(state: Exchange, id: number, account: Address): string {
  const asked = { account }
  const lp = query(state, 'lp', asked)!
  const referral = query(state, 'referral', asked)!
  const points = query(state, 'points', asked)!
  return line(' rewards', {
    shares: lp.shares,
    balance: lp.balance,
    scheduled: lp.scheduled,
    pnl: lp.unrealizedPnl,
    code: referral.code,
    referrer: state.referrals.referrers.get(id),
    pending: referral.pending,
    paid: referral.paid,
    weight: state.accounts[id]!.fillWeight,
    trading: points.trading,
    lp: points.lp,
    referral: points.referral,
  })
}

function poolLine(state: Exchange): string {
  const pool = query(state, 'pool', {})
  return line('lp', {
    low: pool.navLow,
    high: pool.navHigh,
    shares: pool.totalShares,
    price: pool.sharePrice,
    yield: pool.yield30d,
    queue: state.lp.queue.map(({ record, shares }) => `${record.id}:${shares}`).join(' '),
  })
}

const handHaltsOf = ({ haltCause, alsoHaltedBy }: Market): readonly string[] =>
  haltCause === undefined || ['SESSION', 'REOPENING', 'DELISTED'].includes(haltCause)
    ? []
    : [haltCause, ...(alsoHaltedBy ?? [])]

/** Resting orders best first, at one price in the order in which they will be filled. */
function queue(side: Market['bids']): string {
  const rows: string[] = []
  for (const level of side.levels.toReversed())
    for (let order = level.oldest; order !== undefined; order = order.younger)
      rows.push(`${order.limitPrice}:${order.id}:${order.size - order.filledSize}`)
  return rows.join(' ')
}
