/**
 * Lives beside the engine and says the same, or not: the twin executes every command after it. Answers and the
 * verdict on what was asked for and the figures of all fills are compared after every command, all that both can say of
 * themselves every few.
 */
import { REFUSAL } from '@vest/protocol'
import type {
  Answer,
  Applied,
  Command,
  Exchange,
  OrderRecord,
  PlaceOrder,
  SequencedCommand,
} from '@vest/engine'
import { engineDigest } from './engineDigest.ts'
import { fillFigures } from './fillFigures.ts'
import { createTwin, type Twin } from './twin.ts'

type Events = Applied['events']

/** The last of so many commands is always followed by a comparison of everything. */
export const DIGEST_EVERY = 25

/** The first that was found: both sides of it, up to eight lines of each. */
export interface Difference {
  readonly seq: number
  readonly kind: Command['kind']
  readonly engine: string
  readonly twin: string
}

export interface Companion {
  /** The engine has executed this command: what the twin makes of it, if that is something else. */
  follow(sequenced: SequencedCommand, applied: Applied): Difference | undefined
  /** Nothing follows any more. */
  end(): Difference | undefined
}

export interface CompanionOptions {
  readonly twin?: Twin
  /** From this command on everything is compared after each. */
  readonly digestsFrom?: number
}

export function createCompanion(state: Exchange, options: CompanionOptions = {}): Companion {
  const { twin = createTwin(), digestsFrom = Infinity } = options
  let last: Pick<Difference, 'seq' | 'kind'> = { seq: 0, kind: 'TickTimer' }
  const compare = (engine: string, other: string): Difference | undefined =>
    engine === other ? undefined : { ...last, ...unequalLines(engine, other) }
  const compareDigests = (): Difference | undefined => compare(engineDigest(state), twin.digest())
  return {
    follow(sequenced, { answer, events }) {
      const { seq, command } = sequenced
      last = { seq, kind: command.kind }
      const second = twin.apply(sequenced)
      return (
        compare(
          verdictText(answer, verdictOf(command, events, answer)),
          verdictText(second.answer, second.verdict),
        ) ??
        compare(engineFills(events), second.fills) ??
        (seq % DIGEST_EVERY === 0 || seq >= digestsFrom ? compareDigests() : undefined)
      )
    },
    end: compareDigests,
  }
}

/** One line, for the lists of what was found. */
export function differenceText({ seq, kind, engine, twin }: Difference): string {
  const first = (text: string): string => text.split('\n', 1)[0]!.trim()
  return `the twin differs at seq ${seq} (${kind}): the engine has ${first(engine)}, the twin ${first(twin)}`
}

/** Of an order only its id is looked at. */
const NO_ORDER = { kind: 'PlaceOrder' } as PlaceOrder

const verdictText = (answer: unknown, verdict: unknown): string =>
  JSON.stringify({ answer, verdict }, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  )

/**
 * What the engine said first of the order or the withdrawal that this command asked for, with all that it took at once; a
 * resting order may have crossed since.
 */
function verdictOf(command: Command, events: Events, answer: Answer): unknown {
  // It is there already: what is told of it now is told of one that had waited, not of its repetition.
  if (command.kind === 'PlaceOrder' && !answer.ok && answer.code === REFUSAL.DUPLICATE) return undefined
  if (command.kind === 'ReplaceOrder') return answer.ok ? verdictOf(command.place, events, answer) : undefined
  if (command.kind === 'CloseAllPositions')
    return answer.ok ? answer.ids!.map((id) => verdictOf({ ...NO_ORDER, id }, events, answer)) : undefined
  const inPart = (record: { status: string; code?: number }, filled: number): object => ({
    status: record.status,
    ...(record.code === undefined ? {} : { code: record.code }),
    filled,
  })
  if (command.kind === 'WithdrawProfit') {
    // Its last word in the command that takes it: paid, or waiting.
    const told = events.flatMap((event) =>
      event.kind === 'TransferUpdated' && event.transfer.id === command.id ? [event.transfer] : [],
    )
    return told.length === 0 ? undefined : inPart(told.at(-1)!, 0)
  }
  for (const event of events) {
    if (command.kind === 'PlaceOrder' && event.kind === 'OrderUpdated' && event.order.id === command.id) {
      const order = afterTaking(event.order, events)
      return inPart(order, order.filledSize)
    }
    if (
      command.kind === 'RequestWithdrawal' &&
      event.kind === 'TransferUpdated' &&
      event.transfer.id === command.id
    )
      return inPart(event.transfer, 0)
    if (command.kind === 'PlaceLpOrder' && event.kind === 'LpOrderUpdated' && event.order.id === command.id)
      return inPart(event.order, 0)
  }
  return undefined
}

/** An order after its last fill as a taker, or ended for want of more: what it meets later it meets as a maker. */
function afterTaking(first: OrderRecord, events: Events): OrderRecord {
  let last = first
  for (const [at, event] of events.entries()) {
    if (event.kind !== 'OrderUpdated' || event.order.id !== first.id) continue
    const next = events[at + 1]
    const isTaken = next?.kind === 'FillBooked' && next.orderId === first.id && !next.isMaker
    const { status, code } = event.order
    if (
      isTaken ||
      (status === 'CANCELLED' && (code === REFUSAL.PRICE_CHECK_FAILED || code === REFUSAL.CAPACITY_EXCEEDED))
    )
      last = event.order
  }
  return last
}

function engineFills(events: Events): string {
  const booked = events.filter((event) => event.kind === 'FillBooked')
  if (booked.length === 0) return ''
  return fillFigures(
    booked.map(({ account, marketId, isBuy, isMaker, ...figures }) => ({
      account,
      marketId,
      isBuy,
      isMaker,
      price: BigInt(figures.price),
      size: BigInt(figures.size),
      value: BigInt(figures.value),
      pnl: BigInt(figures.pnl),
      settledFunding: BigInt(figures.settledFunding),
    })),
    booked.map(({ account, marketId, fee }) => ({ account, marketId, fee: BigInt(fee) })),
  )
}

function unequalLines(engine: string, twin: string): { engine: string; twin: string } {
  const [ours, theirs] = [engine.split('\n'), twin.split('\n')]
  const places = Array.from({ length: Math.max(ours.length, theirs.length) }, (_, at) => at)
    .filter((at) => ours[at] !== theirs[at])
    .slice(0, 8)
  const pick = (lines: string[]): string => places.map((at) => lines[at] || '(nothing)').join('\n')
  return { engine: pick(ours), twin: pick(theirs) }
}
