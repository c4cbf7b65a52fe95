/** Results of queries on the state between two commands. Nothing here changes anything. */
import { type Address, type Hex, type Id, usd6 } from '@vest/protocol'
import type { MarketView, OrderRecord, Queries, QueryName, SignerView } from '../api/index.ts'
import {
  capitalAccountView,
  capitalOfOwner,
  purchaseView,
  purchaseViews,
  reviewViews,
  tradingCapital,
  treasuryView,
} from '../capital/index.ts'
import { findWaiting, orderRecord, waitingOf } from '../book/index.ts'
import { addressBookView } from '../addressBook/index.ts'
import { guardrailsView } from '../guardrails/index.ts'
import { ledgerDifferences } from '../invariants/index.ts'
import { isNonceUsed, lostOf } from '../keys/index.ts'
import { marketStatus, tickerRow } from '../markets/index.ts'
import { appraisePool } from '../pool/index.ts'
import {
  type Account,
  accountAt,
  type Exchange,
  findClientOrder,
  findOrder,
  HOUR_MS,
  liveOrders,
  type Market,
  marketOf,
  type Order,
  orderAt,
  type Registration,
} from '../state/index.ts'
import { placeOf } from '../transfers/index.ts'
import { accountView } from './accountView.ts'
import { depthOf } from './depth.ts'
import { liabilities } from './liabilities.ts'
import { leaderboard, lpView, pointsView, poolView, referralView, takenCodes } from './rewardViews.ts'

const recordOf = (exchange: Exchange, order: Order): OrderRecord =>
  orderRecord(order, exchange.market(order.marketId))

type Answers = {
  readonly [Name in QueryName]: (exchange: Exchange, input: Queries[Name]['in']) => Queries[Name]['out']
}

const ANSWERS: Answers = {
  account: (exchange, { account }) => {
    const found = accountAt(exchange, account)
    return found === undefined ? undefined : accountView(exchange, found)
  },
  depth: (exchange, { symbol, limit }) => {
    const market = marketOf(exchange, symbol)
    return market === undefined ? undefined : depthOf(exchange, market, limit)
  },
  markets: (exchange) => exchange.markets.map(marketView),
  tickers: ({ markets }, { marketIds }) =>
    marketIds.flatMap((id) => {
      const market = markets[id]
      return (market === undefined ? undefined : tickerRow(market)) ?? []
    }),
  signers: (exchange) =>
    exchange.accounts.flatMap((account) =>
      account.registrations.map((held) => signerView(exchange, account, held)),
    ),
  apiKeys: (exchange) =>
    [...exchange.apiKeys.values()].map(({ accountId, ...key }) => ({
      account: exchange.account(accountId).address,
      ...key,
    })),
  lostToday: (exchange, { signers }) => signers.map((signer) => usd6(lostOf(exchange, signer))),
  signer: (exchange, { account, signer }) => {
    const found = accountAt(exchange, account)
    const held = found?.registrations.findLast((registration) => registration.signer === signer)
    return found === undefined || held === undefined ? undefined : signerView(exchange, found, held)
  },
  openOrders: (exchange, { account }) => {
    const found = accountAt(exchange, account)
    if (found === undefined) return []
    return [
      ...liveOrders(found).map((order) => recordOf(exchange, order)),
      ...waitingOf(exchange, found.id).map(({ record }) => record),
    ]
  },
  order: (exchange, { id }) => {
    const order = findOrder(exchange.orders, id as Id)
    if (order !== undefined) return recordOf(exchange, order)
    return exchange.delayed.byId.get(id as Id)?.record
  },
  clientOrder: (exchange, { account, clientId }) => {
    const found = accountAt(exchange, account)
    if (found === undefined) return undefined
    const order = findClientOrder(exchange, found.id, clientId)
    if (order !== undefined) return recordOf(exchange, orderAt(exchange.orderRows, order))
    return findWaiting(exchange, found.id, clientId)?.record
  },
  usedNonces: (exchange, { signer, nonces }) => {
    const entry = exchange.nonces.get(signer)
    return entry === undefined ? [] : nonces.filter((nonce) => isNonceUsed(exchange, entry.index, nonce))
  },
  transfer: (exchange, { id }) => exchange.transfers.get(id.toLowerCase() as Id)?.record,
  openTransfers: (exchange) => [...exchange.transfers.values()].map((transfer) => transfer.record),
  approvedWithdrawals: (exchange) =>
    [...exchange.transfers.values()].flatMap(({ isApproved, record }) => (isApproved ? [record] : [])),
  withdrawalTime: (exchange, { account, sizeUsd6: size, isTrustedRecipient }) => {
    const holder = accountAt(exchange, account)
    const place = holder && placeOf(exchange, holder, { size, isTrustedRecipient })
    return place === undefined ? undefined : { eligibleTimeMs: place.eligibleTimeMs }
  },
  trustedRecipients: (exchange, { account }): readonly Hex[] =>
    accountAt(exchange, account)?.trustedRecipients.slice() ?? [],
  addressBook: (exchange, { account }) => ofAccount(exchange, account, addressBookView),
  exchange: (exchange) => ({
    seq: exchange.seq,
    timeMs: exchange.timeMs,
    poolNav: usd6(appraisePool(exchange).low),
    insurance: exchange.money.INSURANCE,
    pendingWithdrawals: exchange.money.PENDING_WITHDRAWALS,
    vault: exchange.money.VAULT,
    offHoursProfitPercent: exchange.parameters.offHoursProfitPercent,
    fundingIntervalMs: HOUR_MS / exchange.parameters.accrualsPerHour,
    quickWithdrawalUsd6: exchange.parameters.quickWithdrawalUsd6,
    withdrawalDelayMs: exchange.parameters.withdrawalDelayMs,
    activations: exchange.activations.slice(),
  }),
  ledger: (exchange) => ({
    differencesUsd6: ledgerDifferences(exchange),
    moneyUsd6: { ...exchange.money },
  }),
  liabilities,
  lp: (exchange, { account }) => ofAccount(exchange, account, lpView),
  leaderboard,
  takenCodes: (exchange, { codes }) => takenCodes(exchange, codes),
  pool: poolView,
  referral: (exchange, { account }) => ofAccount(exchange, account, referralView),
  points: (exchange, { account }) => ofAccount(exchange, account, pointsView),
  guardrails: (exchange, { account }) => ofAccount(exchange, account, guardrailsView),
  capital: (exchange, { accounts }) => accounts.map((account) => capitalAccountView(exchange, account)),
  capitalOfOwner: (exchange, { ownerId }) => capitalOfOwner(exchange, ownerId),
  tradingCapital,
  purchases: (exchange, { ownerId }) => purchaseViews(exchange, ownerId),
  purchase: (exchange, { id }) => purchaseView(exchange, id),
  capitalReviews: reviewViews,
  capitalTreasury: treasuryView,
}

function ofAccount<View>(
  exchange: Exchange,
  address: Address,
  view: (exchange: Exchange, account: Account) => View,
): View | undefined {
  const account = accountAt(exchange, address)
  return account === undefined ? undefined : view(exchange, account)
}

export function query<Name extends QueryName>(
  exchange: Exchange,
  name: Name,
  input: Queries[Name]['in'],
): Queries[Name]['out'] {
  return ANSWERS[name](exchange, input)
}

function marketView(market: Market): MarketView {
  const ticker = tickerRow(market)
  const { operatorMode, formerSymbols, delistAnnouncedAtMs, delistedAtMs } = market
  return {
    marketId: market.id,
    spec: market.spec,
    status: marketStatus(market),
    mode: market.mode,
    listTimeMs: market.listTimeMs,
    session: market.session,
    ...(operatorMode === undefined ? {} : { operatorMode }),
    ...(formerSymbols === undefined ? {} : { formerSymbols }),
    ...(delistAnnouncedAtMs === undefined ? {} : { delistAnnouncedAtMs }),
    ...(delistedAtMs === undefined ? {} : { delistedAtMs }),
    ...(ticker === undefined ? {} : { ticker }),
    oneHrFundingRate: market.rate,
  }
}

function signerView(exchange: Exchange, account: Account, held: Registration): SignerView {
  return {
    account: account.address,
    accountId: account.id,
    signerIndex: exchange.nonces.get(held.signer)!.index,
    ...held,
    lastNonce: Math.max(0, exchange.nonces.get(held.signer)!.last),
  }
}
