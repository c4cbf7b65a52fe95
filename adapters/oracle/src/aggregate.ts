/**
 * One index price out of the quotes of several sources (the aggregation rule): age and confidence limits,
 * weighted median, deviation filter, minimum of sources, jump filter with hold and confirmation.
 *
 * A pure function on integers: the same quotes and the same memory give the same price on every machine, so
 * what the journal records can be recomputed. The one idea: a source is never believed alone. It can be wrong
 * by any factor, frozen, or lie about its clock; what it moves is bounded by the others, and where there are
 * no others, by time (three confirmations that each carry news).
 */
import { divCeil, mulDivFloor, ticks, timeMs, type Ticks, type TimeMs } from '@vest/protocol'

export interface AggregationParameters {
  /** A quote older than this is dropped. */
  readonly sourceAgeMsMax: number
  /** A quote dated further ahead of our clock than this is dropped: a lying clock would never go stale. */
  readonly sourceAheadMsMax: number
  readonly confBpsMax: number
  /** Distance from the median of all fresh sources beyond which a source is dropped, in basis points. */
  readonly deviationBpsMax: number
  readonly sourcesMin: number
  /** A move of the index beyond this in one evaluation has to be confirmed, in basis points. */
  readonly jumpBps: number
  /** How close confirmations, or agreeing sources, lie together, in basis points. */
  readonly agreementBps: number
  /** Consecutive evaluations that confirm a jump. */
  readonly confirmations: number
}

/** A quote as it comes from outside: nothing about it is trusted yet, not even that its numbers are numbers. */
export interface Quote {
  readonly sourceId: string
  readonly price: number
  readonly confBps: number
  readonly timeMs: number
  readonly weight: number
}

/** What one evaluation hands to the next. Data, so that it can be stored or compared. */
export interface IndexMemory {
  /** The last accepted index; absent before the first. */
  readonly price?: Ticks
  readonly sourceTimeMs?: TimeMs
  readonly conf?: Ticks
  /** Candidates of a jump under confirmation, oldest first. */
  readonly candidates: readonly Candidate[]
}
interface Candidate {
  readonly price: Ticks
  readonly newestSourceTimeMs: number
}

export interface AggregatedIndex {
  readonly price: Ticks
  /** When the price was observed: the weighted median of the surviving sources' own times. */
  readonly sourceTimeMs: TimeMs
  /** Largest distance of a surviving source from the price, in ticks. */
  readonly conf: Ticks
  /** The price is the previous one, because a jump away from it is not confirmed yet. */
  readonly held: boolean
}

export interface Aggregation {
  /** Absent: too few sources, nothing can be said, the last price grows old. */
  readonly index?: AggregatedIndex
  readonly memory: IndexMemory
}

export const EMPTY_MEMORY: IndexMemory = { candidates: [] }

const BPS_ONE = 10_000
/** Keeps every sum of weights a safe integer. */
const WEIGHT_MAX = 1_000_000

export function aggregate(input: {
  readonly quotes: readonly Quote[]
  readonly previous: IndexMemory
  readonly parameters: AggregationParameters
  readonly nowMs: number
}): Aggregation {
  const { previous, parameters, nowMs } = input
  const fresh = newestPerSource(input.quotes.filter((quote) => isUsable(quote, parameters, nowMs)))
  const survivors = withoutOutliers(fresh, parameters.deviationBpsMax)
  if (survivors.length < Math.max(1, parameters.sourcesMin))
    return { memory: { ...previous, candidates: [] } }

  const price = ticks(weightedMedian(survivors, (quote) => quote.price))
  const observed = accepted(survivors, price, nowMs)
  if (previous.price === undefined || !isBeyond(price, previous.price, parameters.jumpBps)) return observed
  if (sourcesAgree(fresh, parameters.agreementBps)) return observed

  const newestSourceTimeMs = Math.max(...survivors.map((quote) => quote.timeMs))
  const candidates = confirming(previous.candidates, { price, newestSourceTimeMs }, parameters.agreementBps)
  if (candidates.length >= parameters.confirmations) return observed
  return held(previous, candidates)
}

/** index = weighted median of the survivors; conf = max |px_i - index|. */
function accepted(survivors: readonly Quote[], price: Ticks, nowMs: number): Aggregation {
  const conf = ticks(Math.max(...survivors.map((quote) => Math.abs(quote.price - price))))
  const observedMs = weightedMedian(survivors, (quote) => quote.timeMs)
  const sourceTimeMs = timeMs(Math.min(observedMs, nowMs))
  return {
    index: { price, sourceTimeMs, conf, held: false },
    memory: { price, sourceTimeMs, conf, candidates: [] },
  }
}

// The held price keeps the time at which it was observed: a hold that never ends turns hard stale by age.
function held(previous: IndexMemory, candidates: readonly Candidate[]): Aggregation {
  const { price, sourceTimeMs, conf } = previous
  if (price === undefined || sourceTimeMs === undefined || conf === undefined)
    return { memory: { ...previous, candidates } }
  return {
    index: { price, sourceTimeMs, conf, held: true },
    memory: { price, sourceTimeMs, conf, candidates },
  }
}

function isUsable(quote: Quote, parameters: AggregationParameters, nowMs: number): boolean {
  return (
    Number.isSafeInteger(quote.price) &&
    quote.price > 0 &&
    Number.isSafeInteger(quote.timeMs) &&
    Number.isSafeInteger(quote.weight) &&
    quote.weight > 0 &&
    quote.weight <= WEIGHT_MAX &&
    quote.confBps >= 0 &&
    quote.confBps <= parameters.confBpsMax &&
    nowMs - quote.timeMs <= parameters.sourceAgeMsMax &&
    quote.timeMs - nowMs <= parameters.sourceAheadMsMax
  )
}

/** One voice per source: its newest quote (of equal times the last delivered). */
function newestPerSource(quotes: readonly Quote[]): readonly Quote[] {
  const newest = new Map<string, Quote>()
  for (const quote of quotes) {
    const known = newest.get(quote.sourceId)
    if (known === undefined || quote.timeMs >= known.timeMs) newest.set(quote.sourceId, quote)
  }
  return [...newest.values()]
}

function withoutOutliers(fresh: readonly Quote[], deviationBpsMax: number): readonly Quote[] {
  if (fresh.length === 0) return fresh
  const median = weightedMedian(fresh, (quote) => quote.price)
  return fresh.filter((quote) => !isBeyond(quote.price, median, deviationBpsMax))
}

/**
 * Sort by (value, sourceId); take the first element whose cumulative weight >= ceil(total / 2).
 * Integers in, one of them out: no rounding is needed, a source that quotes finer was rounded half up.
 */
function weightedMedian(quotes: readonly Quote[], valueOf: (quote: Quote) => number): number {
  const sorted = quotes.toSorted(
    (a, b) => valueOf(a) - valueOf(b) || (a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0),
  )
  const half = divCeil(
    sorted.reduce((sum, quote) => sum + quote.weight, 0),
    2,
  )
  let cumulative = 0
  for (const quote of sorted) {
    cumulative += quote.weight
    if (cumulative >= half) return valueOf(quote)
  }
  return valueOf(sorted.at(-1)!)
}

/** |price / reference - 1| > bps / 10^4, exactly: an integer is above a bound iff it is above the bound's floor. */
function isBeyond(price: number, reference: number, bps: number): boolean {
  return Math.abs(price - reference) > mulDivFloor(reference, bps, BPS_ONE)
}

/** All fresh sources, outliers included, and at least two of them, lie within `bps` of each other. */
function sourcesAgree(fresh: readonly Quote[], bps: number): boolean {
  if (fresh.length < 2) return false
  const prices = fresh.map((quote) => quote.price)
  const low = Math.min(...prices)
  return !isBeyond(Math.max(...prices), low, bps)
}

/**
 * The run of candidates that the new one continues. A candidate counts only if a source has spoken since the
 * last: one wrong quote, looked at three times before it is too old, must not confirm itself.
 */
function confirming(run: readonly Candidate[], candidate: Candidate, bps: number): readonly Candidate[] {
  const last = run.at(-1)
  if (last === undefined) return [candidate]
  const prices = [...run.map((known) => known.price), candidate.price]
  const low = Math.min(...prices)
  if (isBeyond(Math.max(...prices), low, bps)) return [candidate]
  return candidate.newestSourceTimeMs > last.newestSourceTimeMs ? [...run, candidate] : run
}
