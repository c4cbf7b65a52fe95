/**
 * What must never happen twice: a nonce of a key, remembered for a day, and an order id. An id is a digest of account
 * and signed content; it is remembered for two to four minutes, by when its signed time has left every window and the
 * nonce alone guards it. Of ended orders the last 52 bits are kept: a chance likeness, one in four quadrillion,
 * refuses an order that may be signed anew.
 */
import { type Address, RECV_WINDOW_MAX_MS, divCeil } from '@vest/protocol'
import { addSigner, emptied, type Exchange, type SignerNonces } from '../state/index.ts'
import { RUN, closeHours, forgetRunsBefore, joinOldRuns, settleStragglers } from './nonceRanges.ts'

const HOUR_MS = 3_600_000
const ID_GENERATION_MS = 2 * RECV_WINDOW_MAX_MS

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS)

/** The nonces of a key, begun on first sight. */
export function noncesOf(exchange: Exchange, signer: Address): SignerNonces {
  const known = exchange.nonces.get(signer)
  if (known !== undefined) return known
  const entry = addSigner(exchange.signerRows, exchange.signers, signer)
  exchange.nonces.set(signer, entry)
  return entry
}

/** Nonces mostly rise: one above all before is new without looking, earlier runs are searched by halves. */
export function isNonceUsed(exchange: Exchange, index: number, nonce: number): boolean {
  const signers = exchange.signerRows
  if (nonce > signers.lastNonce(index)) return false
  return nonce >= signers.firstNonce(index) || isNonceOfEarlierRuns(exchange.signers[index]!, nonce)
}

function isNonceOfEarlierRuns(entry: SignerNonces, nonce: number): boolean {
  const { runs } = entry
  let low = 0
  let high = runs.length / RUN
  while (low < high) {
    const middle = (low + high) >>> 1
    if (runs[middle * RUN + 1]! < nonce) low = middle + 1
    else high = middle
  }
  if (low * RUN < runs.length && runs[low * RUN]! <= nonce) return true
  return entry.hasStragglers && entry.stragglers.has(nonce)
}

/**
 * Uses up a nonce that {@link isNonceUsed} has not found, of something signed for the time `signedMs`. What is signed for a
 * time to come is refused, for good: its nonce is remembered from that time on, or the
 * day of its memory would be over when it comes into its window, should time leap ahead by more than that.
 */
export function useNonce(exchange: Exchange, index: number, nonce: number, signedMs: number): void {
  const signers = exchange.signerRows
  const isAhead = signedMs > exchange.timeMs
  const fromMs = isAhead ? signedMs : exchange.timeMs
  const last = signers.lastNonce(index)
  if (nonce < last) {
    const entry = exchange.signers[index]!
    entry.stragglers.set(nonce, hourOf(fromMs))
    if (entry.stragglers.size > exchange.parameters.nonceRunsMax) boundMemory(exchange, entry)
    return
  }
  // Time never goes back: as long as the hour of the run is not over, it is this one, or one to come.
  if (nonce !== last + 1 || fromMs >= (signers.nonceHour(index) + 1) * HOUR_MS) {
    const first = signers.firstNonce(index)
    if (first <= last) {
      const entry = exchange.signers[index]!
      entry.runs.push(first, last, signers.nonceHour(index))
      if (entry.runs.length > RUN * exchange.parameters.nonceRunsMax) boundMemory(exchange, entry)
    }
    signers.beginRange(index, nonce, hourOf(fromMs))
  }
  signers.setLastNonce(index, nonce)
}

/**
 * A key that counts in leaps, as with the time, would leave 24 bytes a message for a day: some hundred megabytes. So which
 * of its old numbers were not used is forgotten, never which were: of each hour when it is long over, and of the older half
 * whenever there are too many.
 */
function boundMemory({ parameters }: Exchange, entry: SignerNonces): void {
  if (entry.stragglers.size > parameters.nonceRunsMax) settleStragglers(entry)
  while (entry.runs.length > RUN * parameters.nonceRunsMax) joinOldRuns(entry)
}

/** By the timer: a generation of order ids every two minutes, and the nonces of whole hours after a day. */
export function forgetOld(exchange: Exchange): void {
  if (exchange.timeMs - exchange.idsTurnedAtMs >= ID_GENERATION_MS) {
    exchange.idsTurnedAtMs = exchange.timeMs
    const { oldIds: oldest, youngIds } = exchange
    exchange.oldIds = youngIds
    exchange.youngIds = emptied(oldest, youngIds)
  }
  const hour = hourOf(exchange.timeMs)
  if (hour === exchange.noncesForgottenHour) return
  exchange.noncesForgottenHour = hour
  const keptFrom = hour - divCeil(exchange.parameters.nonceKeptMs, HOUR_MS)
  for (const entry of exchange.signers) {
    if (isBare(entry)) continue
    forgetRunsBefore(entry, keptFrom)
    forgetBefore(entry, keptFrom)
    // Of the last one something may still be under way.
    closeHours(entry, hour - 2)
  }
}

/** Nothing is kept of it that could be forgotten, as of most keys that ever were. */
const isBare = ({ first, last, runs, hasStragglers }: SignerNonces): boolean =>
  first > last && runs.length === 0 && !hasStragglers

/** The highest nonce of a key stays known for ever, as the one that a new one should exceed. */
function forgetBefore(entry: SignerNonces, keptFrom: number): void {
  const { runs } = entry
  let old = 0
  while (old < runs.length && runs[old + 2]! < keptFrom) old += RUN
  if (old > 0) runs.splice(0, old)
  if (entry.hour < keptFrom) entry.first = entry.last + 1
  if (entry.hasStragglers)
    for (const [nonce, hour] of entry.stragglers) {
      if (hour >= keptFrom) break
      entry.stragglers.delete(nonce)
    }
  if (!entry.hasStragglers) entry.leaveStragglers()
}
