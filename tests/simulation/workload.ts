/**
 * A seeded stream of commands that looks like the life of an exchange and dwells where rules meet: prices
 * that jump, orders at the edge of margin, duplicates, closes that flip, deposits announced twice and
 * orphaned, withdrawals that race. It keeps only what it needs to make commands that sometimes make sense.
 */
import {
  launchMarkets,
  type CancelOrder,
  type Command,
  type CreditDeposit,
  type CreditDust,
  type EngineEvent,
  type MarketSpec,
  type OrderRecord,
  type PlaceOrder,
  type Register,
  type RequestWithdrawal,
} from '@vest/engine'
import {
  REFUSAL,
  lots,
  ratio4,
  ticks,
  timeMs,
  usd6,
  type Address,
  type Hex,
  type Id,
  type Lots,
  type Ticks,
  type TimeMs,
} from '@vest/protocol'
import { createCorners } from './corners.ts'
import { isPause, type StoryStep } from './corporateCorners.ts'
import type { Prng } from './prng.ts'

const SIMULATED_SYMBOLS: readonly string[] = [
  'BTC-PERP',
  'ETH-PERP',
  'SOL-PERP',
  'COIN-USD-PERP',
  'AAPL-USD-PERP',
  'SPX-USD-PERP',
  'EUR-USD-PERP',
  'GME-USD-PERP',
  'kPEPE-PERP',
  'CRCL-USD-PERP',
]
const STARTING_PRICE: Readonly<Record<string, number>> = {
  'BTC-PERP': 92_000,
  'ETH-PERP': 3_050,
  'SOL-PERP': 135,
  'COIN-USD-PERP': 255,
  'AAPL-USD-PERP': 265,
  'SPX-USD-PERP': 6_600,
  'EUR-USD-PERP': 1.15,
  'GME-USD-PERP': 20.5,
  'kPEPE-PERP': 0.0045,
  'CRCL-USD-PERP': 71,
}
/** Listed while everything runs. */
const LATE_SYMBOLS: Readonly<Record<string, number>> = { 'XRP-PERP': 2.2, 'TSLA-USD-PERP': 410 }
const ACCOUNTS = 40
/** Registered while everything runs; deposits may have come for them before. */
const LATE_ACCOUNTS = 4
const START_MS = 1_700_000_000_000
/** Now and then more than an hour of nothing but a price and a tick every five seconds: only so is funding paid. */
const QUIET_CHANCE = 1 / 5_000
const QUIET_STEPS = 1_600
const CORNER_CHANCE = 0.06
/** Now and then days go by: what is scheduled becomes due, weeks end. */
const DAYS_CHANCE = 1 / 2_000
const DAY_MS = 86_400_000
const SIM_ORDER_CHANCE = 0.2
const SIM_ACCOUNTS_AT_FIRST = 5
const SIM_ACCOUNTS_KEPT = 25
const TRANSFER_IDS_KEPT = 400

export interface Step {
  readonly timeMs: TimeMs
  readonly command: Command
}

export interface Workload {
  /** Listings, seeds and registrations that every run begins with. */
  genesis(): Step[]
  /** The next command; knows the exchange only through what `observe` told it. */
  next(): Step
  observe(events: readonly EngineEvent[]): void
}

const hex = (digits: number, value: number | string): Hex => `0x${String(value).padStart(digits, '0')}`
const addressOf = (index: number): Address => hex(40, (index + 1).toString(16)) as Address
const signerOf = (index: number): Address =>
  hex(40, `51${(index + 1).toString(16).padStart(6, '0')}`) as Address

export function createWorkload(prng: Prng, isReviewed = false): Workload {
  const specs = launchMarkets().filter((spec) => SIMULATED_SYMBOLS.includes(spec.symbol))
  const index = specs.map((spec) => Math.round(STARTING_PRICE[spec.symbol]! * 10 ** spec.priceDecimals))
  const firstIndex = [...index]
  const listed = new Set(specs.map(({ symbol }) => symbol))
  const delisted = new Set<number>()
  const openOrders = new Map<Id, OrderRecord>()
  const positions = new Map<string, { isLong: boolean; size: number }>()
  const transfers = new Map<Id, { status: string; type: string; isSoft: boolean; amount: number }>()
  const transferIds: Id[] = []
  const simAccounts: Address[] = []
  const lpHolders: Address[] = []
  const resumptions: Command[] = []
  /** The rest of a story that has begun. */
  const told: StoryStep[] = []
  const sent: Command[] = []
  let now = START_MS
  let counter = 0
  let hour = Math.floor(now / 3_600_000)
  let quietSteps = 0

  const freshId = (): Id => {
    counter += 1
    return hex(64, counter.toString(16)) as Id
  }
  const step = (command: Command): Step => ({ timeMs: timeMs(now), command })
  const remember = <C extends Command>(command: C): C => {
    sent.push(command)
    if (sent.length > 200) sent.shift()
    return command
  }
  const corners = createCorners(prng, {
    isReviewed,
    specs,
    index,
    firstIndex,
    delisted,
    positions,
    transferIds,
    simAccounts,
    lpHolders,
    nowMs: () => now,
    freshId,
    freshNonce: () => (counter += 1),
    freshAccount: () => hex(40, `acc0${(counter += 1).toString(16).padStart(12, '0')}`) as Address,
    order: () => order(),
    owner: () => addressOf(prng.int(0, ACCOUNTS - 1)),
    request,
    credit,
    dust,
    list,
    register: (account) => ({
      ...registration(prng.int(0, ACCOUNTS + LATE_ACCOUNTS - 1)),
      ...(account === undefined ? {} : { account }),
    }),
  })

  function order(simChance = 0): PlaceOrder {
    const who = prng.int(0, ACCOUNTS - 1)
    const account = simAccounts.length > 0 && prng.chance(simChance) ? prng.pick(simAccounts) : addressOf(who)
    const market = prng.int(0, specs.length - 1)
    const spec = specs[market]!
    const price = index[market]!
    const held = positions.get(`${account} ${spec.symbol}`)
    const orderType = prng.pick([
      'MARKET',
      'MARKET',
      'LIMIT',
      'LIMIT',
      'LIMIT',
      'STOP_LOSS',
      'TAKE_PROFIT',
    ] as const)
    const closes =
      held !== undefined && (orderType === 'STOP_LOSS' || orderType === 'TAKE_PROFIT' || prng.chance(0.35))
    const isBuy = closes ? !held.isLong : prng.chance(0.5)
    const reduceOnly =
      orderType === 'STOP_LOSS' || orderType === 'TAKE_PROFIT' || (closes && prng.chance(0.6))
    counter += 1
    return remember({
      kind: 'PlaceOrder',
      id: freshId(),
      account,
      signer: prng.chance(0.9) ? signerOf(who) : addressOf(who),
      nonce: counter,
      orderTimeMs: timeMs(prng.chance(0.02) ? now - 120_000 : now - prng.int(0, 2_000)),
      recvWindowMs: 10_000,
      symbol: spec.symbol,
      isBuy,
      size: orderSize(spec, price, held?.size, closes),
      orderType,
      reduceOnly,
      timeInForce: prng.pick(['GTC', 'GTC', 'GTC', 'FOK', 'IOC', 'POST_ONLY'] as const),
      ...(orderType === 'MARKET' && prng.chance(0.7)
        ? {}
        : { limitPrice: limitPrice(price, orderType === 'MARKET', isBuy) }),
      ...(prng.chance(0.03) ? { initMarginRatio: ratio4(prng.pick([200, 500, 1000])) } : {}),
      ...(prng.chance(0.05) ? { clientId: `c-${prng.int(0, 4)}` } : {}),
    })
  }
  /** Legs of a LIMIT order, now and then on the wrong side; each with a number of its own or that of its order. */
  function legsAround({ isBuy, limitPrice, nonce }: PlaceOrder): Pick<PlaceOrder, 'takeProfit' | 'stopLoss'> {
    const leg = (up: boolean) => {
      const away = prng.pick([0.0005, 0.002, 0.01]) * (up ? 1 : -1) * (prng.chance(0.03) ? -1 : 1)
      const price = ticks(Math.max(1, Math.round(limitPrice! * (1 + away)) + (up ? 1 : -1)))
      const id = freshId()
      return { id, nonce: prng.chance(0.2) ? nonce : counter, price }
    }
    return {
      ...(prng.chance(0.8) ? { takeProfit: leg(isBuy) } : {}),
      ...(prng.chance(0.8) ? { stopLoss: leg(!isBuy) } : {}),
    }
  }
  function orderWithLegs(): PlaceOrder {
    const parent = order(SIM_ORDER_CHANCE)
    if (parent.orderType !== 'LIMIT' || !prng.chance(0.25)) return parent
    return remember({ ...parent, ...legsAround(parent) })
  }

  /** An open order moved: smaller, at another price, or something else altogether in its place. */
  function replace(): Command {
    const open = [...openOrders.values()]
    const legs = open.filter(({ parentId }) => parentId !== undefined)
    if (open.length === 0) return cancel()
    const old = prng.pick(legs.length > 0 && prng.chance(0.4) ? legs : open)
    const { account, signer, symbol, isBuy, orderType, reduceOnly, timeInForce } = old
    const left = old.size - old.filledSize
    const market = specs.findIndex((spec) => spec.symbol === symbol)
    // Its market has another name by now.
    if (market < 0) return cancel()
    const isSmaller = prng.chance(0.4)
    const price = isSmaller ? old.limitPrice : limitPrice(index[market]!, false, isBuy)
    counter += 1
    const cancelled: CancelOrder = {
      kind: 'CancelOrder',
      id: old.id,
      account,
      signer,
      nonce: counter,
      orderTimeMs: timeMs(now),
      recvWindowMs: 10_000,
    }
    const { clientId: _, initMarginRatio: __, ...fresh } = { ...order(), id: freshId() }
    const place: PlaceOrder = {
      ...fresh,
      ...(prng.chance(0.9) && orderType !== 'LIQUIDATION'
        ? { symbol, isBuy, orderType, reduceOnly, timeInForce, limitPrice: price }
        : {}),
      account,
      signer,
      nonce: counter,
      orderTimeMs: timeMs(now),
      size: lots(isSmaller ? Math.max(1, left - prng.int(0, left)) : left),
      ...(prng.chance(0.2) && old.clientId !== undefined ? { clientId: old.clientId } : {}),
    }
    return remember({
      kind: 'ReplaceOrder',
      cancel: cancelled,
      place: place.orderType === 'LIMIT' && prng.chance(0.2) ? { ...place, ...legsAround(place) } : place,
    })
  }

  /** An open order with another size, another price, or both. */
  function amend(): Command {
    const open = [...openOrders.values()]
    if (open.length === 0) return cancel()
    const { id, account, signer, symbol, isBuy, size, filledSize, limitPrice: price } = prng.pick(open)
    const market = specs.findIndex((spec) => spec.symbol === symbol)
    if (market < 0) return cancel()
    counter += 1
    return remember({
      kind: 'AmendOrder',
      id,
      account,
      signer,
      nonce: counter,
      orderTimeMs: timeMs(now),
      recvWindowMs: 10_000,
      size: lots(
        prng.pick([
          size,
          Math.max(1, size - prng.int(0, size)),
          size + prng.int(1, size),
          filledSize + 1,
          size * 40,
        ]),
      ),
      limitPrice: prng.chance(0.4) ? price : limitPrice(index[market]!, prng.chance(0.1), isBuy),
    })
  }

  /** What one does with all of one's orders or positions. */
  function bulk(): Command {
    const { account, signer, nonce, orderTimeMs, recvWindowMs, symbol } = order(SIM_ORDER_CHANCE)
    const signed = { account, signer, nonce, orderTimeMs, recvWindowMs }
    const scope = prng.chance(0.5) ? { ...signed, symbol } : signed
    return remember<Command>(
      prng.pick([
        { kind: 'CancelAllOrders', ...scope },
        { kind: 'CloseAllPositions', ...scope },
        { kind: 'SetCancelTimer', ...signed, timeoutMs: prng.pick([0, 5_000, 10_000, 60_000]) },
        { kind: 'CancelClientOrder', ...signed, clientId: `c-${prng.int(0, 4)}` },
      ] as const),
    )
  }
  function orderSize(spec: MarketSpec, price: number, held: number | undefined, closes: boolean): Lots {
    if (closes && held !== undefined && prng.chance(0.5)) return lots(held)
    if (prng.chance(0.03)) return lots(1)
    const value = 10 ** (prng.next() * 4.5 + 6.5)
    const scale = 10 ** (6 - spec.priceDecimals - spec.sizeDecimals)
    return lots(Math.max(1, Math.floor(value / (price * scale))))
  }
  function limitPrice(price: number, isMarket: boolean, isBuy: boolean): Ticks {
    const away = isMarket
      ? 0.05
      : prng.pick([0.0001, 0.0005, 0.001, 0.003, 0.01, 0.03, prng.chance(0.02) ? 12 : 0.05])
    const side = isMarket ? (isBuy ? 1 : -1) : prng.chance(0.55) ? (isBuy ? -1 : 1) : isBuy ? 1 : -1
    return ticks(Math.max(1, Math.round(price * (1 + side * away))))
  }

  function cancel(): Command {
    const open = [...openOrders.values()]
    const target = open.length > 0 && prng.chance(0.9) ? prng.pick(open) : undefined
    const who = prng.int(0, ACCOUNTS - 1)
    counter += 1
    return remember({
      kind: 'CancelOrder',
      id: target?.id ?? freshId(),
      account: target?.account ?? addressOf(who),
      signer: target?.signer ?? signerOf(who),
      nonce: counter,
      orderTimeMs: timeMs(now),
      recvWindowMs: 10_000,
    })
  }

  function prices(): Command {
    const jump = prng.chance(0.01)
    const rows = specs.flatMap((_, market) => {
      if (prng.chance(0.1)) return []
      const sigma = jump && prng.chance(0.3) ? 0.04 : 0.0006
      index[market] = Math.max(
        20,
        Math.round(index[market]! * (1 + (prng.next() + prng.next() - 1) * sigma * 2)),
      )
      return [
        {
          marketId: market,
          price: ticks(index[market]!),
          sourceTimeMs: timeMs(now - prng.int(0, 600)),
          conf: ticks(prng.int(0, 2)),
          held: prng.chance(0.01),
        },
      ]
    })
    return { kind: 'UpdateIndexPrices', prices: rows }
  }

  function deposit(): Command {
    const soft = [...transfers].filter(
      ([, one]) => one.type === 'DEPOSIT' && one.status === 'FILLED' && one.isSoft,
    )
    if (soft.length > 0 && prng.chance(0.6)) {
      const [id] = prng.pick(soft)
      return prng.chance(0.9)
        ? { kind: 'FinalizeDeposit', id, blockHash: hex(64, 'b1') }
        : { kind: 'OrphanDeposit', id }
    }
    return remember(prng.chance(0.15) ? dust() : credit())
  }

  function credit(): CreditDeposit {
    const who = prng.int(0, ACCOUNTS + (prng.chance(0.1) ? LATE_ACCOUNTS : 0) - 1)
    const account = who < ACCOUNTS ? { account: addressOf(who) } : {}
    return {
      kind: 'CreditDeposit',
      id: freshId(),
      chainId: 42161,
      txHash: hex(64, counter.toString(16)),
      logIndex: 0,
      blockHash: hex(64, 'b1'),
      ...account,
      from: addressOf(who),
      amountUsd6: usd6(
        prng.chance(0.05)
          ? prng.int(1_000_000, 2_000_000)
          : prng.int(100_000_000, who % 2 === 0 ? 20_000_000_000 : 1_000_000_000),
      ),
      token: hex(40, 'cc') as Address,
      finality: prng.chance(0.7) ? 'SOFT' : 'FINAL',
    }
  }

  function dust(): CreditDust {
    const id = freshId()
    const chainId = prng.pick([42161, 8453])
    return {
      kind: 'CreditDust',
      id,
      chainId,
      blockNumber: Math.floor(counter / 8),
      logIndex: counter % 8,
      txHash: id,
      blockHash: hex(64, 'b1'),
      token: hex(40, 'cc') as Address,
      account: addressOf(prng.int(0, prng.chance(0.1) ? ACCOUNTS + LATE_ACCOUNTS - 1 : 5)),
      amountUsd6: usd6(prng.chance(0.3) ? 1 : prng.int(1, 999_999)),
    }
  }

  function withdrawal(): Command {
    const pending = [...transfers].filter(
      ([, one]) => one.type === 'WITHDRAW' && (one.status === 'NEW' || one.status === 'VERIFIED'),
    )
    if (pending.length > 0 && prng.chance(0.6)) {
      const [id, one] = prng.pick(pending)
      if (one.status === 'NEW' && prng.chance(0.8))
        return { kind: 'VerifyWithdrawal', id, validatorSignature: hex(130, 'aa') }
      return prng.chance(0.85)
        ? { kind: 'CompleteWithdrawal', id, txHash: hex(64, 'dd') }
        : { kind: 'RefundWithdrawal', id }
    }
    return remember(request())
  }

  function request(): RequestWithdrawal {
    const who = prng.int(0, ACCOUNTS - 1)
    counter += 1
    return {
      kind: 'RequestWithdrawal',
      id: freshId(),
      account: addressOf(who),
      signer: signerOf(who),
      nonce: counter,
      orderTimeMs: timeMs(now),
      recvWindowMs: 10_000,
      recipient: addressOf(who),
      isTrustedRecipient: prng.chance(0.9),
      token: hex(40, 'cc') as Address,
      sizeUsd6: usd6(prng.chance(0.05) ? 10 : prng.int(1_000_000, 9_000_000_000)),
      chainId: 42161,
      execute: prng.chance(0.4),
      networkFeeUsd6: usd6(200_000),
      requestArgs: hex(64, 'ee'),
      signature: hex(130, '1b'),
      signatureProof: hex(64, '01'),
    }
  }

  /** What stops is resumed after a while: accounts that hold a stopped market cannot be liquidated. */
  function mode(): Command {
    const marketId = prng.int(0, specs.length - 1)
    if (prng.chance(0.5)) {
      const chosen = prng.pick(['OPEN', 'OPEN', 'OPEN', 'REDUCE_ONLY', 'HALT'] as const)
      if (chosen !== 'OPEN') resumptions.push({ kind: 'SetMarketMode', marketId, mode: 'OPEN' })
      return { kind: 'SetMarketMode', marketId, mode: chosen }
    }
    const session = prng.pick(['REGULAR', 'REGULAR', 'REGULAR', 'EXTENDED', 'OVERNIGHT', 'CLOSED'] as const)
    if (session === 'CLOSED') resumptions.push({ kind: 'ChangeSession', marketId, session: 'REGULAR' })
    return { kind: 'ChangeSession', marketId, session }
  }

  /** An insolvent pool would stay so for ever: after a while the operator gives it more. */
  function rescuePool(): void {
    if (resumptions.some(({ kind }) => kind === 'SeedSystemAccount')) return
    resumptions.push({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(5e12) })
  }

  function list(): Command {
    const symbol = Object.keys(LATE_SYMBOLS).find((one) => !listed.has(one))
    if (symbol === undefined) return { kind: 'ListMarket', spec: specs[0]! }
    const spec = launchMarkets().find((one) => one.symbol === symbol)!
    listed.add(symbol)
    specs.push(spec)
    index.push(Math.round(LATE_SYMBOLS[symbol]! * 10 ** spec.priceDecimals))
    firstIndex.push(index.at(-1)!)
    return { kind: 'ListMarket', spec }
  }

  function rename({ marketId, symbol, formerSymbol }: Extract<EngineEvent, { kind: 'MarketRenamed' }>): void {
    specs[marketId] = { ...specs[marketId]!, symbol }
    for (const [id, order] of openOrders)
      if (order.symbol === formerSymbol) openOrders.set(id, { ...order, symbol })
    for (const [key, position] of [...positions]) {
      const [account, held] = key.split(' ')
      if (held !== formerSymbol) continue
      positions.delete(key)
      positions.set(`${account} ${symbol}`, position)
    }
  }

  const registration = (who: number): Register => ({
    kind: 'Register',
    account: addressOf(who),
    networkType: 0,
    signer: signerOf(who),
    expiryTimeMs: timeMs(START_MS + 90 * 86_400_000),
    apiKeyHash: hex(64, (who + 1).toString(16)),
    proofSignature: hex(130, '1b'),
    verifyingContract: hex(40, 'ff') as Address,
    isMobile: false,
  })

  return {
    genesis() {
      const steps = specs.map((spec) => step({ kind: 'ListMarket', spec }))
      for (const [account, amount] of [
        ['POOL', 1e12],
        ['POOL_ISO', 2e11],
        ['INSURANCE', 5e10],
        ['CAPITAL_TREASURY', 5e11],
      ] as const)
        steps.push(step({ kind: 'SeedSystemAccount', account, amountUsd6: usd6(amount) }))
      for (let who = 0; who < ACCOUNTS; who += 1) steps.push(step(registration(who)))
      for (let who = 0; who < SIM_ACCOUNTS_AT_FIRST; who += 1)
        steps.push(
          step({
            kind: 'OpenSimAccount',
            account: hex(40, `510${who}`) as Address,
            ownerId: addressOf(who),
            amountUsd6: usd6(25_000_000_000),
          }),
        )
      return steps
    },
    next() {
      const head = told[0]
      if (head !== undefined && isPause(head)) {
        told.shift()
        now += head.pauseMs
        // A repetition a day later repeats something that the exchange no longer remembers.
        sent.length = 0
      }
      // Not within a story: its orders would come an hour after they were made, and some of their ids a second time.
      if (quietSteps === 0 && told.length === 0 && prng.chance(QUIET_CHANCE)) quietSteps = QUIET_STEPS
      if (quietSteps > 0) now += 2_500
      // A story is told at one go: its orders must not grow old on the way.
      else if (told.length > 0) now += prng.int(0, 20)
      else if (prng.chance(DAYS_CHANCE)) {
        now += prng.int(1, 4) * DAY_MS + prng.int(0, DAY_MS)
        // Whatever was sent has left every window, and its nonces are forgotten: the gateway would not pass it on.
        sent.length = 0
        told.push(...corners.afterDays())
      } else now += prng.chance(0.002) ? prng.int(20_000, 400_000) : prng.int(0, 400)
      const hourNow = Math.floor(now / 3_600_000)
      if (hourNow > hour) {
        const ended = hourNow - 1
        hour = hourNow
        return step({ kind: 'TickFunding', hourMs: timeMs(ended * 3_600_000) })
      }
      if (quietSteps > 0) {
        quietSteps -= 1
        return step(quietSteps % 2 === 1 ? prices() : { kind: 'TickTimer' })
      }
      if (told.length === 0 && prng.chance(CORNER_CHANCE)) told.push(...corners.next())
      const next = told.shift()
      if (next !== undefined) return step(next as Command)
      const roll = prng.next()
      if (roll < 0.43) return step(orderWithLegs())
      if (roll < 0.58) return step(prng.chance(0.3) ? (prng.chance(0.4) ? amend() : replace()) : cancel())
      if (roll < 0.73) return step(prices())
      if (roll < 0.83) return step(prng.chance(0.05) ? bulk() : { kind: 'TickTimer' })
      if (roll < 0.89) return step(deposit())
      if (roll < 0.94) return step(withdrawal())
      if (roll < 0.97)
        return step({
          kind: 'SetLeverage',
          account: addressOf(prng.int(0, ACCOUNTS - 1)),
          symbol: prng.pick(specs).symbol,
          leverage: prng.pick([1, 2, 5, 10, 20, 50, 100]),
        })
      if (roll < 0.975) return step(mode())
      if (roll < 0.98) return step(resumptions.shift() ?? { kind: 'TickTimer' })
      return step(sent.length > 0 ? prng.pick(sent) : { kind: 'TickTimer' })
    },
    observe(events) {
      for (const event of events) {
        if (event.kind === 'OrderUpdated') {
          const live = event.order.status === 'NEW' || event.order.status === 'PARTIALLY_FILLED'
          if (live) openOrders.set(event.order.id, event.order)
          else openOrders.delete(event.order.id)
          // What may not be bought anew is asked of what rests.
          if (event.order.code === REFUSAL.INCREASE_DURING_INSOLVENCY && told.length === 0)
            told.push(amend(), amend(), amend())
        } else if (event.kind === 'PositionChanged') {
          const key = `${event.account} ${event.symbol}`
          if (event.size === 0) positions.delete(key)
          else positions.set(key, { isLong: event.isLong, size: event.size })
        } else if (event.kind === 'LpOrderUpdated') {
          const { orderType, status, account, code } = event.order
          if (orderType === 'DEPOSIT' && status === 'FILLED') lpHolders.push(account)
          if (code === REFUSAL.LP_DURING_INSOLVENCY) rescuePool()
        } else if (event.kind === 'SimAccountOpened') {
          simAccounts.push(event.account)
          if (simAccounts.length > SIM_ACCOUNTS_KEPT) simAccounts.shift()
        } else if (event.kind === 'TransferUpdated') {
          const { id, status, type, isSoft, size } = event.transfer
          transferIds.push(id)
          if (transferIds.length > TRANSFER_IDS_KEPT) transferIds.shift()
          if (status === 'REJECTED' || (status === 'FILLED' && isSoft !== true)) transfers.delete(id)
          else transfers.set(id, { status, type, isSoft: isSoft === true, amount: size })
        } else if (event.kind === 'SplitApplied') {
          const { marketId, newShares, oldShares } = event
          index[marketId] = Math.max(20, Math.round((index[marketId]! * oldShares) / newShares))
        } else if (event.kind === 'MarketDelisted') delisted.add(event.marketId)
        else if (event.kind === 'MarketRenamed') rename(event)
      }
    },
  }
}
