/**
 * Whether one account's history can be explained by orders that each live once: an order is not there, is open, is
 * ended, and never goes back. An answered client sees in all that it asks for later what it was told; a
 * refused order is seen nowhere; an unknown one is settled and stays settled; the socket leaves nothing out between
 * two things that it told. Orders are independent of each other, so each is judged by itself.
 */
import type { OrderStatus } from '@vest/protocol'
import type {
  Amend,
  Cancel,
  Connected,
  Heard,
  HeardTrade,
  History,
  HistoryEntry,
  Read,
  Seen,
  Settled,
  Span,
  Submit,
} from './history.ts'

type EntryOf<Kind extends HistoryEntry['kind']> = Extract<HistoryEntry, { kind: Kind }>

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

const entriesOf = <Kind extends HistoryEntry['kind']>(history: History, kind: Kind): EntryOf<Kind>[] =>
  history.filter((entry): entry is EntryOf<Kind> => entry.kind === kind)

/** Every contradiction in words; none = the history holds. */
export function checkHistory(history: History): readonly string[] {
  const stories = tellStories(history)
  const faults = [...stories.values()].flatMap(checkStory)
  for (const { what, accepted } of entriesOf(history, 'sentAgain'))
    if (accepted > 1) faults.push(`${what} was accepted ${accepted} times`)
  return [...faults, ...checkSockets(history), ...checkTrades(entriesOf(history, 'trade'))]
}

// ---------------------------------------------------------------- one order

/** All that was said of one order. */
interface Story {
  readonly nonce: number
  submit?: Submit
  settled?: Settled
  readonly cancels: Cancel[]
  readonly amends: Amend[]
  /** Reads that asked for it or had it; without a row it was not there. */
  readonly views: (Span & { readonly row?: Seen })[]
  readonly heard: Heard[]
}

function tellStories(history: History): ReadonlyMap<number, Story> {
  const stories = new Map<number, Story>()
  const of = (nonce: number): Story => {
    const story = stories.get(nonce) ?? { nonce, cancels: [], amends: [], views: [], heard: [] }
    stories.set(nonce, story)
    return story
  }
  for (const entry of history)
    if (entry.kind === 'submit') of(entry.nonce).submit = entry
    else if (entry.kind === 'settled') of(entry.nonce).settled = entry
    else if (entry.kind === 'cancel') of(entry.nonce).cancels.push(entry)
    else if (entry.kind === 'amend') of(entry.nonce).amends.push(entry)
    else if (entry.kind === 'heard') of(entry.order.nonce).heard.push(entry)
    else if (entry.kind === 'read') noteRead(entry, of)
  return stories
}

function noteRead({ invokedMs, returnedMs, asked, rows }: Read, of: (nonce: number) => Story): void {
  for (const row of rows) of(row.nonce).views.push({ invokedMs, returnedMs, row })
  const found = new Set(rows.map(({ nonce }) => nonce))
  for (const nonce of asked) if (!found.has(nonce)) of(nonce).views.push({ invokedMs, returnedMs })
}

const RANK: Readonly<Record<OrderStatus, number>> = {
  NEW: 1,
  PARTIALLY_FILLED: 2,
  FILLED: 3,
  CANCELLED: 3,
  REJECTED: 3,
}
const rankOf = (row: Seen | undefined): number => (row === undefined ? 0 : RANK[row.status])
const ENDED = 3

/** What was certain of an order from a moment on. */
interface Fact {
  readonly sinceMs: number
  readonly rank: number
  readonly filled: number
  readonly from: string
}

function checkStory(story: Story): string[] {
  const faults = [...checkExistence(story), ...checkIdentity(story), ...checkAmends(story)]
  const facts = factsOf(story)
  for (const { invokedMs, row } of story.views) {
    for (const fact of facts) {
      if (fact.sinceMs >= invokedMs) continue
      if (rankOf(row) < fact.rank)
        faults.push(`went back to ${row?.status ?? 'nothing'} in a read after ${fact.from}`)
      else if (row?.filledSize !== undefined && Number(row.filledSize) < fact.filled)
        faults.push(`had ${fact.filled} filled and then ${row.filledSize}`)
    }
  }
  const byConnection = groupBy(story.heard, ({ connection }) => connection)
  for (const heard of byConnection.values())
    heard.reduce((before, { order }) => {
      if (rankOf(order) < before) faults.push(`went back to ${order.status} on one socket`)
      return Math.max(before, rankOf(order))
    }, 0)
  return [...new Set(faults)].map((fault) => `order ${story.nonce}: ${fault}`)
}

function factsOf({ submit, settled, cancels, views, heard }: Story): Fact[] {
  const facts: Fact[] = []
  const note = (sinceMs: number, rank: number, from: string, row?: Seen): void => {
    facts.push({ sinceMs, rank, from, filled: Number(row?.filledSize ?? 0) })
  }
  if (submit?.outcome === 'ok') note(submit.returnedMs, 1, 'it was accepted')
  if (settled?.isThere === true) note(settled.atMs, 1, 'it was settled')
  // Refused by the engine is a cancel of what had ended: either way it is over.
  for (const { outcome, code, returnedMs } of cancels)
    if (outcome === 'ok' || outcome === 'arrived') note(returnedMs, ENDED, 'its cancel was accepted')
    else if (outcome === 'refused' && code === NO_OPEN_ORDER && submit?.outcome === 'ok')
      note(returnedMs, ENDED, 'its cancel came too late')
  for (const { returnedMs, row } of views)
    if (row) note(returnedMs, rankOf(row), `${row.status} was read`, row)
  for (const { atMs, order } of heard) note(atMs, rankOf(order), `${order.status} was heard`, order)
  return facts
}

const NO_OPEN_ORDER = 3017

/** Whether it is seen exactly where it may be, and ends as it was told to end. */
function checkExistence({ submit, settled, cancels, views, heard }: Story): string[] {
  const faults: string[] = []
  const seen = [...views.flatMap(({ row }) => row ?? []), ...heard.map(({ order }) => order)]
  if (submit === undefined) return seen.length > 0 ? ['was never submitted'] : []
  const isUnanswered = submit.outcome === 'unknown' || submit.outcome === 'arrived'
  if (isUnanswered && settled === undefined) faults.push('was never settled')
  if (submit.outcome === 'arrived' && settled?.isThere === false) faults.push('was taken and is not there')
  if (submit.outcome === 'ok' && settled?.isThere === false) faults.push('was accepted and is not there')
  const isAbsent = submit.outcome === 'refused' || settled?.isThere === false
  if (isAbsent && seen.length > 0)
    faults.push(`${submit.outcome === 'refused' ? 'was refused' : 'was settled as absent'} and is there`)
  const ends = new Set(seen.flatMap((row) => (rankOf(row) === ENDED ? [row.status] : [])))
  if (ends.size > 1) faults.push(`ended as ${[...ends].join(' and ')}`)
  if (cancels.some(({ outcome }) => outcome === 'ok') && ends.size > 0 && !ends.has('CANCELLED'))
    faults.push(`was cancelled and ended as ${[...ends].join()}`)
  for (const { row, returnedMs } of views)
    if (row?.status === 'CANCELLED' && row.code === undefined)
      if (!cancels.some((cancel) => cancel.outcome !== 'refused' && cancel.invokedMs < returnedMs))
        faults.push('is cancelled without a request')
  return faults
}

function checkIdentity({ submit, views, heard }: Story): string[] {
  const ids = new Set(submit?.id === undefined ? [] : [submit.id])
  for (const { row } of views) if (row) ids.add(row.id)
  for (const { order } of heard) ids.add(order.id)
  return ids.size > 1 ? [`is ${ids.size} orders`] : []
}

/** What is read is what was written last, or what is being written. */
function checkAmends({ submit, amends, views }: Story): string[] {
  if (submit === undefined || amends.length === 0) return []
  const writes = [submit, ...amends].filter(({ outcome }) => outcome !== 'refused')
  return views.flatMap(({ invokedMs, returnedMs, row }) => {
    if (row === undefined) return []
    const overwritten = (write: Span): boolean =>
      writes.some(
        (later) =>
          later.outcome === 'ok' && later.invokedMs > write.returnedMs && later.returnedMs < invokedMs,
      )
    const isWritten = writes.some(
      (write) =>
        write.invokedMs < returnedMs &&
        !overwritten(write) &&
        write.size === row.size &&
        write.limitPrice === row.limitPrice,
    )
    return isWritten ? [] : [`was read as ${row.size} at ${row.limitPrice}, which it was not at that time`]
  })
}

// ---------------------------------------------------------------- the socket

/**
 * Events come in the order of what caused them. So if anything is heard of an order that was sent after another was
 * answered, everything of that other one came before it.
 */
function checkSockets(history: History): string[] {
  const submits = entriesOf(history, 'submit').filter(({ outcome }) => outcome === 'ok')
  const cancels = entriesOf(history, 'cancel').filter(({ outcome }) => outcome === 'ok')
  const invokedMsOf = new Map(submits.map(({ nonce, invokedMs }) => [nonce, invokedMs]))
  const heardOn = groupBy(entriesOf(history, 'heard'), ({ connection }) => connection)
  return entriesOf(history, 'connected').flatMap((connected) => {
    const heard = heardOn.get(connected.connection) ?? []
    const untilMs = connected.isLast
      ? Infinity
      : Math.max(...heard.map(({ order }) => invokedMsOf.get(order.nonce) ?? -Infinity))
    const isDue = ({ invokedMs, returnedMs }: Span): boolean =>
      invokedMs > connected.atMs && returnedMs < untilMs
    return missingOn(connected, heard, submits.filter(isDue), cancels.filter(isDue))
  })
}

function missingOn(
  { connection }: Connected,
  heard: readonly Heard[],
  submits: readonly Submit[],
  cancels: readonly Cancel[],
): string[] {
  const known = new Set(heard.map(({ order }) => order.nonce))
  const ended = new Set(heard.flatMap(({ order }) => (order.status === 'CANCELLED' ? [order.nonce] : [])))
  return [
    ...submits.flatMap(({ nonce }) =>
      known.has(nonce) ? [] : [`socket ${connection} left out order ${nonce}`],
    ),
    ...cancels.flatMap(({ nonce }) =>
      ended.has(nonce) ? [] : [`socket ${connection} left out the cancel of order ${nonce}`],
    ),
  ]
}

/** The trades of all markets are numbered together. */
function checkTrades(trades: readonly HeardTrade[]): string[] {
  return [...groupBy(trades, ({ connection }) => connection)].flatMap(([connection, told]) =>
    told.flatMap(({ number }, at) =>
      at > 0 && number !== told[at - 1]!.number + 1
        ? [`trades on socket ${connection} go from ${told[at - 1]!.number} to ${number}`]
        : [],
    ),
  )
}
