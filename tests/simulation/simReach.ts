/** What a simulated life met in the SIM domain, and what it must meet there: the corners of REAL, in books of its own. */
import { REFUSAL } from '@vest/protocol'
import type { CapitalView, Command, EngineEvent, OrderRecord } from '@vest/engine'

/** Names that a life of some length must have counted. */
export const TO_REACH_IN_SIM: readonly string[] = [
  ...['made', 'refused', 'grown', 'shrunk', 'fired', 'moved'].map((what) => `sim leg ${what}`),
  ...['in its place', 'anew', 'refused'].map((how) => `sim replaced ${how}`),
  ...['in its place', 'anew', 'and filled'].map((how) => `sim amended ${how}`),
  ...['cancelled at once', 'closed at once', 'named cancelled', 'switch fired'],
  ...['maker', 'liquidated', 'liquidated isolated', 'closed by force'],
  'split',
  ...['FILL', 'LIQUIDATION', 'CORPORATE_ACTION', 'DIVIDEND'].map((reason) => `funding ${reason}`),
  ...['active', 'goal_passed', 'goal_failed_max_drawdown', 'goal_failed_max_daily_loss'],
  ...['funded_active', 'funded_failed_max_drawdown', 'funded_failed_max_daily_loss'],
  ...['passed with the timer', 'failed as its day began', 'began a day', 'took its profit'],
  ...['created', 'paid', 'pre_eval', 'goal_failed_hidden', 'pre_funded', 'funded_claimed', 'claimed'],
  ...['not_eligible', 'disputed', 'thawed'],
].map((name) => (name.startsWith('sim ') ? name : `sim ${name}`))

export interface SimWatch {
  /** What of these events is REAL's. */
  real(events: readonly EngineEvent[]): readonly EngineEvent[]
  /** What has happened in SIM, by name. */
  names(command: Command, events: readonly EngineEvent[]): readonly string[]
}

export function createSimWatch(): SimWatch {
  const accounts = new Set<string>()
  const isolated = new Set<string>()
  const orders = new Map<string, OrderRecord>()
  /** When the day ends that an account was last told of, and who was told of a new one by this command. */
  const resetsMs = new Map<string, number>()
  const beganADay = new Set<string>()
  const isSim = (event: EngineEvent): boolean =>
    accounts.has(
      event.kind === 'OrderUpdated' ? event.order.account : 'account' in event ? event.account : '',
    )

  function ofOrder(command: Command, order: OrderRecord): readonly string[] {
    const { orderType, parentId, code, symbol } = order
    if (code === REFUSAL.DEADMAN_CANCELLED) return ['switch fired']
    if (orderType === 'LIQUIDATION') {
      if (command.kind === 'CloseSimPositions') return ['closed by force']
      return isolated.has(symbol) ? ['liquidated', 'liquidated isolated'] : ['liquidated']
    }
    return parentId === undefined ? [] : [ofLeg(command, order)]
  }

  function ofLeg(command: Command, order: OrderRecord): string {
    const before = orders.get(order.id)
    if (before === undefined) {
      if (order.status === 'REJECTED') return 'leg refused'
      return command.kind === 'ReplaceOrder' && command.place.id === order.id ? 'leg moved' : 'leg made'
    }
    if (order.size !== before.size) return order.size > before.size ? 'leg grown' : 'leg shrunk'
    return order.filledSize > before.filledSize ? 'leg fired' : 'leg ended'
  }

  function ofAmendment(command: Command, events: readonly EngineEvent[]): readonly string[] {
    if (command.kind !== 'AmendOrder') return []
    const { id, size, limitPrice } = command
    const before = orders.get(id)
    const isSmaller = before?.limitPrice === limitPrice && before.size > size
    const hasFilled = events.some((event) => event.kind === 'FillBooked' && event.orderId === id)
    return [`amended ${isSmaller ? 'in its place' : 'anew'}`, ...(hasFilled ? ['amended and filled'] : [])]
  }

  function ofEvent(command: Command, event: EngineEvent): readonly string[] {
    if (event.kind === 'OrderUpdated') {
      const names = ofOrder(command, event.order)
      orders.set(event.order.id, event.order)
      return names
    }
    if (event.kind === 'CapitalChanged') return ofCapital(command, event.account, event.capital)
    if (event.kind === 'FundingSettled') return [`funding ${event.reason}`]
    if (event.kind === 'FillBooked') return event.isMaker ? ['maker'] : []
    if (event.kind !== 'PositionChanged') return []
    return command.kind === 'ApplySplit' ? ['split'] : []
  }

  /** A day begins before whatever command is the first to come in it. */
  function ofCapital({ kind }: Command, account: string, capital: CapitalView): readonly string[] {
    const { status, isFrozen, nextResetTimeMs, reason } = capital
    const isNewDay = nextResetTimeMs > (resetsMs.get(account) ?? Infinity)
    resetsMs.set(account, nextResetTimeMs)
    if (isNewDay) beganADay.add(account)
    if (reason === 'IN_REVIEW') return [status, 'in review']
    if (reason === 'DECLINED') return [status, 'declined']
    if (kind === 'NotePayment' && isFrozen && status !== 'claimed') return [status, 'disputed']
    if (status.endsWith('active')) {
      if (isNewDay) return ['began a day']
      if (kind === 'WithdrawProfit') return ['took its profit']
      return [status, ...(kind === 'NotePayment' ? ['thawed'] : [])]
    }
    if (status === 'goal_passed') return [status, ...(kind === 'TickTimer' ? ['passed with the timer'] : [])]
    return [
      status,
      ...(status.includes('failed') && beganADay.has(account) ? ['failed as its day began'] : []),
    ]
  }

  function ofReplacement(command: Command, events: readonly EngineEvent[]): readonly string[] {
    if (command.kind !== 'ReplaceOrder') return []
    const records = events.flatMap((event) => (event.kind === 'OrderUpdated' ? [event.order] : []))
    const old = records.find(({ id, status }) => id !== command.place.id && status === 'CANCELLED')
    if (records.find(({ id }) => id === command.place.id)?.status === 'REJECTED') return ['replaced refused']
    if (old === undefined) return []
    const { limitPrice, size } = command.place
    const isSmaller =
      old.orderType === 'LIMIT' && old.limitPrice === limitPrice && size < old.size - old.filledSize
    return [isSmaller ? 'replaced in its place' : 'replaced anew']
  }

  return {
    real: (events) => events.filter((event) => !isSim(event)),
    names(command, events) {
      beganADay.clear()
      for (const event of events) {
        if (event.kind === 'SimAccountOpened' || event.kind === 'CapitalChanged') accounts.add(event.account)
        if (event.kind === 'MarketListed' && event.spec.isolated) isolated.add(event.spec.symbol)
      }
      const own = events.filter(isSim)
      if (own.length === 0) return []
      const amended = ofAmendment(command, own)
      const all = own.flatMap((event) => ofEvent(command, event))
      const bulk = BULK[command.kind]
      return [...all, ...amended, ...ofReplacement(command, own), ...(bulk === undefined ? [] : [bulk])].map(
        (name) => `sim ${name}`,
      )
    },
  }
}

/** Commands over many orders that had something to say of a SIM account. */
const BULK: Readonly<Partial<Record<Command['kind'], string>>> = {
  CancelAllOrders: 'cancelled at once',
  CloseAllPositions: 'closed at once',
  CancelClientOrder: 'named cancelled',
}
