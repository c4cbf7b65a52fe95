/**
 * The smallest core that can show a lost, doubled, reordered or re-timed command: it keeps a digest-like tally of all
 * its commands, in order. For tests of the runtime only.
 */
import { InvariantError } from '@vest/protocol'
import type { Address } from '@vest/protocol'
import {
  type EngineEvent,
  type Queries,
  type QueryName,
  type SequencedCommand,
  publishEvents,
} from '@vest/engine'
import type { Core } from '../engine/core.ts'

export interface TallyState {
  seq: number
  timeMs: number
  /** Every command, as `seq kind detail`, folded into one number. */
  tally: number
  /** Charged hours. */
  hours: number[]
  counts: Record<string, number>
}

const fold = (tally: number, text: string): number => {
  let value = tally
  for (let at = 0; at < text.length; at += 1) value = (value * 31 + text.charCodeAt(at)) % 1_000_000_007
  return value
}

/** An Activate of this feature breaks an invariant. */
export const BREAKING_FEATURE = 'break-an-invariant'

export const tallyCore: Core<TallyState> = {
  create: () => ({ seq: 0, timeMs: 0, tally: 7, hours: [], counts: {} }),
  apply(state, sequenced, batch) {
    publishEvents(batch, sequenced.seq, sequenced.timeMs, [advance(state, sequenced)])
    return { ok: true }
  },
  applyUnpublished: (state, sequenced) => void advance(state, sequenced),
  emitCurrentState: (state, batch) =>
    publishEvents(batch, state.seq, state.timeMs, [{ kind: 'CurrentStateFollows' }]),
  query: <Q extends QueryName>(state: TallyState, name: Q, input: Queries[Q]['in']): Queries[Q]['out'] =>
    answer(state, name, input) as Queries[Q]['out'],
  prepare: () => undefined,
  encode: (state) => Buffer.from(JSON.stringify(state)),
  reads: (text) => text[0] === '{'.charCodeAt(0),
  decode: (text) => JSON.parse(text.toString()) as TallyState,
}

function answer(state: TallyState, name: QueryName, input: unknown): unknown {
  if (name === 'markets') return [{ marketId: 3, spec: { symbol: 'BTC-PERP' } }]
  if (name === 'depth')
    return { symbol: (input as Queries['depth']['in']).symbol, bids: [[state.tally, state.seq]], asks: [] }
  if (name === 'exchange') return { seq: state.seq, timeMs: state.timeMs }
  throw new TypeError(`no ${name} here`)
}

function advance(state: TallyState, { seq, timeMs, command }: SequencedCommand): EngineEvent {
  if (seq !== state.seq + 1) throw new InvariantError(`command ${seq} after ${state.seq}`)
  if (timeMs < state.timeMs) throw new InvariantError('time went back')
  if (command.kind === 'Activate' && command.feature === BREAKING_FEATURE)
    throw new InvariantError('broken on purpose')
  state.seq = seq
  state.timeMs = timeMs
  state.tally = fold(state.tally, `${seq} ${timeMs} ${JSON.stringify(command)}`)
  state.counts[command.kind] = (state.counts[command.kind] ?? 0) + 1
  if (command.kind === 'TickFunding') state.hours.push(command.hourMs)
  if (command.kind === 'SetMarketMode') return { kind: 'BooksChanged', marketIds: [command.marketId] }
  return { kind: 'AccountChanged', account: `0x${String(state.tally).padStart(40, '0')}` as Address }
}
