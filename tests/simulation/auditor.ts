/**
 * An independent witness: it sees only commands, answers and events, keeps its own small model, and says
 * what cannot be. Each finding names the rule it breaks (the numbers of docs/internals/invariants.md).
 */
import { REFUSAL } from '@vest/protocol'
import type {
  Answer,
  CapitalChanged,
  EngineEvent,
  FillBooked,
  TradeExecuted,
  LpOrderRecord,
  OrderRecord,
  SequencedCommand,
  TransferRecord,
} from '@vest/engine'

export interface Auditor {
  check(command: SequencedCommand, answer: Answer, events: readonly EngineEvent[]): readonly string[]
}

const ORDER_EDGES: Readonly<Record<string, readonly string[]>> = {
  NEW: ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED'],
  PARTIALLY_FILLED: ['PARTIALLY_FILLED', 'FILLED', 'CANCELLED'],
  FILLED: [],
  CANCELLED: [],
  REJECTED: [],
}
const TRANSFER_EDGES: Readonly<Record<string, readonly string[]>> = {
  NEW: ['NEW', 'VERIFIED', 'FILLED', 'REJECTED'],
  VERIFIED: ['VERIFIED', 'FILLED', 'REJECTED'],
  FILLED: ['FILLED', 'REJECTED'],
  REJECTED: [],
}
/** Where a wallet of the capital programme may go; what is not told again in a status stands alone there. */
const CAPITAL_EDGES: Readonly<Record<string, readonly string[]>> = {
  created: ['paid', 'not_eligible'],
  paid: ['paid', 'pre_eval', 'not_eligible'],
  pre_eval: ['pre_eval', 'active', 'not_eligible'],
  active: ['active', 'goal_passed', 'goal_failed_max_drawdown', 'goal_failed_max_daily_loss', 'claimed'],
  goal_passed: ['goal_passed', 'funded_claimed', 'claimed'],
  goal_failed_max_drawdown: ['goal_failed_max_drawdown', 'goal_failed_hidden'],
  goal_failed_max_daily_loss: ['goal_failed_max_daily_loss', 'goal_failed_hidden'],
  pre_funded: ['pre_funded', 'funded_active', 'claimed'],
  funded_active: ['funded_active', 'funded_failed_max_drawdown', 'funded_failed_max_daily_loss', 'claimed'],
  // No payment came, and its owner begins anew.
  not_eligible: ['created'],
}
const ORDER_COMMANDS: readonly string[] = [
  ...['PlaceOrder', 'ReplaceOrder', 'CancelClientOrder', 'CancelAllOrders'],
  ...['CloseAllPositions', 'SetCancelTimer', 'AmendOrder'],
]
const isOpen = ({ status }: OrderRecord): boolean => status === 'NEW' || status === 'PARTIALLY_FILLED'
/** Of an LP order; only a scheduled withdrawal has a life of its own. */
const LP_EDGES: Readonly<Record<string, readonly string[]>> = {
  NEW: ['PARTIALLY_FILLED', 'FILLED', 'CANCELLED'],
  PARTIALLY_FILLED: ['PARTIALLY_FILLED', 'FILLED', 'CANCELLED'],
}
const ID_KEPT_MS = 120_000
/** Terminal records are forgotten after a while, so that a long run does not grow. */
const REMEMBERED_MAX = 50_000

/** Sums over the fills of an order, as its record must tell them. */
interface Booked {
  readonly filledValue: number
  readonly fees: number
  readonly realizedPnl: number
  readonly settledFunding: number
}
const NOTHING_BOOKED: Booked = { filledValue: 0, fees: 0, realizedPnl: 0, settledFunding: 0 }

/** What was due came first: a switch fired, a day of capital accounts began. */
const isOfItsTime = (event: EngineEvent): boolean =>
  event.kind === 'CapitalChanged' || (event.kind === 'CancelTimerSet' && event.triggerTimeMs === undefined)

interface Position {
  readonly isLong: boolean
  readonly size: number
}

export function createAuditor(): Auditor {
  const orders = new Map<string, OrderRecord>()
  /** What the fills of an order that is open, or ends in this command, have come to. */
  const booked = new Map<string, Booked>()
  const transfers = new Map<string, TransferRecord>()
  const lpOrders = new Map<string, LpOrderRecord>()
  const positions = new Map<string, Position>()
  const net = new Map<string, number>()
  const switches = new Map<string, number>()
  /** Ids of open orders: the limit orders of an account, the legs of a parent. */
  const openLimits = new Map<string, Set<string>>()
  const openLegs = new Map<string, Set<string>>()
  const simAccounts = new Set<string>()
  const frozen = new Set<string>()
  const capitals = new Map<string, CapitalChanged['capital']>()
  let lastTradeId = 0
  /** While takers wait, an order that must fill whole may be NEW, and may still be refused. */
  let areTakersDelayed = false
  const waiting = new Set<string>()
  /** The last command at which an account may have been waiting: the next one begins with what is overdue. */
  let delayedSeq = -Infinity

  return {
    check({ seq, timeMs, command }, answer, events) {
      const found: string[] = []
      const say = (rule: string, what: string): void =>
        void found.push(`${rule} at seq ${seq} (${command.kind}): ${what}`)
      const before = new Map<string, Position | undefined>()
      const taker =
        command.kind === 'PlaceOrder' ? command : command.kind === 'ReplaceOrder' ? command.place : undefined
      const fills = new Map<string, number>()
      const legsBefore = legsOfFilled(events)
      const wereTakersDelayed = areTakersDelayed

      for (const event of events) {
        switch (event.kind) {
          case 'OrderUpdated':
            checkOrder(event.order, known(event.order, timeMs), say)
            checkUnchanged(event.order, orders.get(event.order.id), command, say)
            keep(event.order)
            break
          case 'SimAccountOpened':
            simAccounts.add(event.account)
            break
          case 'SimAccountStatusChanged':
            if (event.status === 'FROZEN') frozen.add(event.account)
            else frozen.delete(event.account)
            break
          case 'CapitalChanged':
            checkCapital(event, capitals.get(event.account), say)
            capitals.set(event.account, event.capital)
            break
          case 'TradeExecuted':
            if (
              'account' in command &&
              command.account !== undefined &&
              simAccounts.has(command.account) &&
              seq > delayedSeq + 1
            )
              say('I2', 'an order of SIM stands on the tape')
            if (event.tradeId <= lastTradeId)
              say('J14', `trade ids not increasing: ${event.tradeId} after ${lastTradeId}`)
            lastTradeId = event.tradeId
            if (event.size <= 0 || event.price <= 0) say('I3', 'a trade without size or price')
            break
          case 'ParametersChanged':
            areTakersDelayed = (event.exchange?.takerDelayMs ?? (areTakersDelayed ? 1 : 0)) > 0
            break
          case 'CancelTimerSet':
            if (event.triggerTimeMs === undefined) switches.delete(event.account)
            else switches.set(event.account, event.triggerTimeMs)
            break
          case 'FillBooked': {
            if (frozen.has(event.account)) say('I16', `frozen ${event.account} fills`)
            fills.set(event.orderId, (fills.get(event.orderId) ?? 0) + event.size)
            bookFill(event)
            // Takers that have waited long enough come first: what they leave is what this one finds.
            if (seq <= delayedSeq + 1 && !event.isMaker && event.orderId !== taker?.id) before.clear()
            const order = orders.get(event.orderId)
            // Triggered legs and liquidations carry their own bound; a trader's price must hold to the tick.
            const amended =
              command.kind === 'AmendOrder' && command.id === event.orderId ? command.limitPrice : undefined
            // Takers that have waited long enough come before the amendment, at the price that stood until then.
            const isFirst = amended !== undefined && seq <= delayedSeq + 1
            const limits = [...(amended === undefined || isFirst ? [order?.limitPrice] : []), amended]
            const bound =
              order?.orderType === 'LIMIT' ||
              (order?.orderType === 'MARKET' && taker?.limitPrice !== undefined && taker.id === order.id)
            const isBeyond = limits.every(
              (limit) => limit === undefined || (event.isBuy ? event.price > limit : event.price < limit),
            )
            if (order && bound && isBeyond)
              say('I7', `fill of ${event.orderId} at ${event.price} beyond ${limits.join(' and ')}`)
            break
          }
          case 'PositionChanged': {
            const key = `${event.account} ${event.symbol}`
            if (!before.has(key)) before.set(key, positions.get(key))
            const held = positions.get(key)
            const signed = event.isLong ? event.size : -event.size
            const was = held ? (held.isLong ? held.size : -held.size) : 0
            net.set(event.symbol, (net.get(event.symbol) ?? 0) + signed - was)
            if (event.size < 0 || (event.size > 0 && event.cost < 0)) say('I3', 'negative size or cost')
            if (event.size === 0) positions.delete(key)
            else positions.set(key, { isLong: event.isLong, size: event.size })
            break
          }
          case 'TransferUpdated': {
            const held = transfers.get(event.transfer.id)
            // A log that was orphaned and stands in a block again is credited anew, perhaps once its account is there.
            const isBack =
              (command.kind === 'CreditDeposit' || command.kind === 'Register') &&
              held?.type === 'DEPOSIT' &&
              held.status === 'REJECTED'
            if (held && !isBack && !(TRANSFER_EDGES[held.status] ?? []).includes(event.transfer.status))
              say('J6', `transfer ${event.transfer.id} from ${held.status} to ${event.transfer.status}`)
            // A sum of dust grows until it is a dollar.
            const isDust = command.kind === 'CreditDust' && held?.status === 'NEW'
            if (held && held.size !== event.transfer.size && !(isDust && held.size < event.transfer.size))
              say('J6', `transfer ${event.transfer.id} changed its size`)
            transfers.set(event.transfer.id, event.transfer)
            break
          }
          case 'LpOrderUpdated': {
            const { id, status, size } = event.order
            const held = lpOrders.get(id)
            if (held && !(LP_EDGES[held.status] ?? []).includes(status))
              say('J6', `LP order ${id} from ${held.status} to ${status}`)
            if (held && held.size !== size) say('J6', `LP order ${id} changed its size`)
            lpOrders.set(id, event.order)
            break
          }
          case 'MarketRenamed': {
            const { symbol, formerSymbol } = event
            net.set(symbol, net.get(formerSymbol) ?? 0)
            for (const [key, position] of [...positions]) {
              const [account, named] = key.split(' ')
              if (named !== formerSymbol) continue
              positions.delete(key)
              positions.set(`${account} ${symbol}`, position)
            }
            break
          }
          default:
            break
        }
      }
      if (wereTakersDelayed || areTakersDelayed) delayedSeq = seq
      checkBooked(fills.keys(), say)
      checkFills(events, say)
      checkGroups(legsBefore, fills, say)
      // No price comes before a switch that is due.
      if (command.kind === 'TickTimer' || command.kind === 'UpdateIndexPrices') checkSwitches(timeMs, say)
      if (command.kind === 'ReplaceOrder' && answer.ok) checkReplaced(command, say)
      if (command.kind === 'AmendOrder' && answer.ok) checkAmended(command, say)
      if (taker) checkTaker(taker, orders.get(taker.id), answer, before, say)
      if (
        ORDER_COMMANDS.includes(command.kind) &&
        !answer.ok &&
        seq > delayedSeq + 1 &&
        !events.some(isOfItsTime) &&
        events.some((event) => event.kind !== 'AccountChanged')
      )
        say('I15', `refused with ${answer.code} and yet something happened`)
      forget(orders)
      forget(transfers)
      forget(lpOrders)
      return found
    },
  }

  /** Goal and whole loss never move, the limit of the day moves with the balance that it counts from. */
  function checkCapital(
    { account, capital }: CapitalChanged,
    held: CapitalChanged['capital'] | undefined,
    say: (rule: string, what: string) => void,
  ): void {
    if (held === undefined) return
    if (!(CAPITAL_EDGES[held.status] ?? []).includes(capital.status))
      say('I16', `${account} from ${held.status} to ${capital.status}`)
    const roomOf = (one: CapitalChanged['capital']): number => one.priorDayBalance - one.maxDailyLossLimit
    if (
      held.targetEquity !== capital.targetEquity ||
      held.maxDrawdownLimit !== capital.maxDrawdownLimit ||
      roomOf(held) !== roomOf(capital)
    )
      say('I16', `${account} has other limits than it began with`)
  }

  /**
   * What was told of an order before. The id of one that has ended is remembered for two minutes; what another message,
   * signed as long ago, brings under it later is told as a new order that was refused. The same message its nonce gives
   * away for a day.
   */
  function known(order: OrderRecord, nowMs: number): OrderRecord | undefined {
    const held = orders.get(order.id)
    if (held === undefined || isOpen(held) || order.status !== 'REJECTED') return held
    const isForgotten = nowMs - held.postTimeMs > ID_KEPT_MS && nowMs - order.orderTimeMs > ID_KEPT_MS
    const isSame = held.signer === order.signer && held.nonce === order.nonce
    return isForgotten && !isSame ? undefined : held
  }

  function checkOrder(
    order: OrderRecord,
    held: OrderRecord | undefined,
    say: (rule: string, what: string) => void,
  ): void {
    const isRefusedLate = order.status === 'REJECTED' && waiting.delete(order.id)
    if (held && !isRefusedLate && !(ORDER_EDGES[held.status] ?? []).includes(order.status))
      say('J6', `order ${order.id} from ${held.status} to ${order.status}`)
    if (order.filledSize > order.size)
      say('I3', `order ${order.id} filled ${order.filledSize} of ${order.size}`)
    if (order.status === 'FILLED' && order.filledSize !== order.size)
      say('J6', `order ${order.id} FILLED with ${order.filledSize} of ${order.size}`)
    if (order.status === 'REJECTED' && (order.code === undefined || order.filledSize > 0))
      say('J6', `order ${order.id} REJECTED without a code or with fills`)
    if (order.orderType === 'LIQUIDATION' && order.code === REFUSAL.DELETED_BY_LIQ) {
      const profit = (order.realizedPnl ?? 0) - (order.settledFunding ?? 0)
      if (profit < 0 || order.fees !== 0)
        say('I21', `deleveraged by ${order.id} with a profit of ${profit} and fees of ${order.fees}`)
    }
    if (held && order.filledSize < held.filledSize) say('J6', `order ${order.id} lost fills`)
  }

  function bookFill({ orderId, value, fee, pnl, settledFunding }: FillBooked): void {
    const sum = booked.get(orderId) ?? NOTHING_BOOKED
    booked.set(orderId, {
      filledValue: sum.filledValue + value,
      fees: sum.fees + fee,
      realizedPnl: sum.realizedPnl + pnl + settledFunding - fee,
      settledFunding: sum.settledFunding + settledFunding,
    })
  }

  /** Every fill and trade is one price, the tape says what the fills say, and the fee of an order is divided by value. */
  function checkFills(events: readonly EngineEvent[], say: (rule: string, what: string) => void): void {
    const trades = new Map<number, TradeExecuted>()
    const taken = new Map<string, FillBooked[]>()
    for (const event of events) {
      if (event.kind !== 'TradeExecuted' && event.kind !== 'FillBooked') continue
      if (event.price * event.size !== event.value)
        say('E7', `${event.size} at ${event.price} are worth ${event.value} in fill ${event.tradeId}`)
      if (event.kind === 'TradeExecuted') trades.set(event.tradeId, event)
      else if (!event.isMaker) taken.set(event.orderId, [...(taken.get(event.orderId) ?? []), event])
      const trade = trades.get(event.tradeId)
      const isOfTape = event.kind === 'TradeExecuted' || !simAccounts.has(event.account)
      if (isOfTape && trade !== undefined && (trade.price !== event.price || trade.size !== event.size))
        say('E7', `trade ${event.tradeId} is ${trade.size} at ${trade.price}, its fill ${event.size}`)
    }
    for (const [id, fills] of taken) {
      const sum = (figure: (fill: FillBooked) => number, count: number): bigint =>
        fills.slice(0, count).reduce((total, fill) => total + BigInt(figure(fill)), 0n)
      const fee = sum((fill) => fill.fee, fills.length)
      const value = sum((fill) => fill.value, fills.length)
      for (let count = 1; count <= fills.length; count++)
        if (sum((fill) => fill.fee, count) !== (fee * sum((fill) => fill.value, count)) / value)
          say('E7', `fee ${fee} of ${id} is not divided by value over its fills`)
    }
  }

  /** The record of an order that has filled tells what its fills have told. */
  function checkBooked(ids: Iterable<string>, say: (rule: string, what: string) => void): void {
    for (const id of ids) {
      const order = orders.get(id)
      const sum = booked.get(id)!
      for (const name of ['filledValue', 'fees', 'realizedPnl', 'settledFunding'] as const)
        if (order?.[name] !== sum[name])
          say('J20', `${name} of ${id} is ${order?.[name]}, its fills have ${sum[name]}`)
    }
    for (const id of booked.keys()) {
      if (booked.size <= REMEMBERED_MAX) break
      const order = orders.get(id)
      if (order === undefined || !isOpen(order)) booked.delete(id)
    }
  }

  function keep(order: OrderRecord): void {
    orders.set(order.id, order)
    if (order.orderType === 'LIMIT') note(openLimits, order.account, order)
    if (order.parentId !== undefined) note(openLegs, order.parentId, order)
  }

  function note(open: Map<string, Set<string>>, key: string, order: OrderRecord): void {
    const ids = open.get(key)
    if (!isOpen(order)) {
      ids?.delete(order.id)
      if (ids?.size === 0) open.delete(key)
    } else if (ids) ids.add(order.id)
    else open.set(key, new Set([order.id]))
  }

  /** The legs, as they were, whose parent or sibling fills in this command. */
  function legsOfFilled(events: readonly EngineEvent[]): readonly OrderRecord[] {
    const parents = new Set<string>()
    if (openLegs.size === 0) return []
    for (const event of events) {
      if (event.kind !== 'FillBooked') continue
      parents.add(orders.get(event.orderId)?.parentId ?? event.orderId)
    }
    return [...parents].flatMap((parent) => [...(openLegs.get(parent) ?? [])].map((id) => orders.get(id)!))
  }

  /** What one leg fills the other one loses; what their parent fills both gain. */
  function checkGroups(
    before: readonly OrderRecord[],
    fills: ReadonlyMap<string, number>,
    say: (rule: string, what: string) => void,
  ): void {
    for (const leg of before) {
      const now = orders.get(leg.id)!
      if (!isOpen(now)) continue
      const sibling = before.find(
        ({ parentId, orderType }) => parentId === leg.parentId && orderType !== leg.orderType,
      )
      const lost = (sibling && fills.get(sibling.id)) ?? 0
      const gained = fills.get(leg.parentId!) ?? 0
      if (now.size !== leg.size - lost + gained)
        say('K2', `leg ${leg.id} has ${now.size} after its group filled, not ${leg.size - lost + gained}`)
    }
  }

  /** A switch that was due has left nothing open but TP and SL. */
  function checkSwitches(nowMs: number, say: (rule: string, what: string) => void): void {
    for (const [account, atMs] of switches) {
      if (nowMs < atMs) continue
      switches.delete(account)
      for (const id of openLimits.get(account) ?? [])
        say('K1', `order ${id} outlives the dead-man's switch of its account`)
    }
  }

  /** A LIMIT order has the size and the price that its owner gave it last; a split gives it others of the same worth. */
  function checkUnchanged(
    order: OrderRecord,
    held: OrderRecord | undefined,
    command: SequencedCommand['command'],
    say: (rule: string, what: string) => void,
  ): void {
    if (held === undefined || order.orderType !== 'LIMIT' || command.kind === 'ApplySplit') return
    if (command.kind === 'AmendOrder' && command.id === order.id) return
    if (held.size !== order.size || held.limitPrice !== order.limitPrice)
      say('J19', `order ${order.id} changed from ${held.size} at ${held.limitPrice} by itself`)
  }
  function checkAmended(
    { id, size, limitPrice }: Extract<SequencedCommand['command'], { kind: 'AmendOrder' }>,
    say: (rule: string, what: string) => void,
  ): void {
    const order = orders.get(id)
    if (order === undefined || order.size !== size || order.limitPrice !== limitPrice)
      say('J19', `order ${id} was amended to ${size} at ${limitPrice} and has ${order?.size}`)
  }

  /** Either both or neither. */
  function checkReplaced(
    { cancel, place }: Extract<SequencedCommand['command'], { kind: 'ReplaceOrder' }>,
    say: (rule: string, what: string) => void,
  ): void {
    const old = orders.get(cancel.id)
    const placed = orders.get(place.id)
    if (old === undefined || placed === undefined) return
    const hasCome = placed.status !== 'REJECTED' && (placed.status !== 'CANCELLED' || placed.filledSize > 0)
    // An order that rests may have been filled, and so ended, by the cross at the end of the command.
    if (hasCome && isOpen(old)) say('J18', `order ${old.id} is open beside ${place.id} in its place`)
    if (placed.status === 'REJECTED' && old.status === 'CANCELLED')
      say('J18', `order ${old.id} went though ${place.id} was refused`)
  }

  function checkTaker(
    taker: Extract<SequencedCommand['command'], { kind: 'PlaceOrder' }>,
    order: OrderRecord | undefined,
    answer: Answer,
    before: ReadonlyMap<string, Position | undefined>,
    say: (rule: string, what: string) => void,
  ): void {
    if (!answer.ok) return
    if (!order) return say('J14', `order ${taker.id} was accepted and no record left`)
    const whole = taker.orderType === 'MARKET' || (taker.orderType === 'LIMIT' && taker.timeInForce === 'FOK')
    if (areTakersDelayed && order.status === 'NEW') waiting.add(order.id)
    else if (whole && order.status !== 'FILLED' && order.status !== 'REJECTED')
      say('I7', `${taker.orderType} ${taker.timeInForce} ended ${order.status}`)
    const key = `${taker.account} ${taker.symbol}`
    if (taker.reduceOnly && before.has(key) && order.filledSize > 0) {
      const was = before.get(key)
      const is = positions.get(key)
      if (!was || (is && (is.isLong !== was.isLong || is.size > was.size)))
        say('I8', `reduce-only ${taker.id} grew or flipped the position`)
    }
  }

  function forget(records: Map<string, { readonly status: string }>): void {
    if (records.size <= REMEMBERED_MAX) return
    for (const [id, record] of records) {
      if (record.status === 'FILLED' || record.status === 'CANCELLED' || record.status === 'REJECTED')
        records.delete(id)
      if (records.size <= REMEMBERED_MAX / 2) return
    }
  }
}
