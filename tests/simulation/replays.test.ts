/**
 * One state, whichever way it is reached (R2): live, by replay, from a snapshot and the rest, and from journals
 * that grouped the same commands differently.
 */
import { describe, expect, it } from 'vitest'
import { apply, createExchange, decodeState, encodeState, type SequencedCommand } from '@vest/engine'
import { timeMs } from '@vest/protocol'
import { createCommandEncoder, decodeCommand, openJournal, readJournal } from '@vest/runtime'
import { createSimulatedStorage } from '../../runtime/src/testing/simulatedStorage.ts'
import { createPrng } from './prng.ts'
import { stateHash } from './simulate.ts'
import { createWorkload } from './workload.ts'

/** A long run asks for more. */
const COMMANDS = Number(process.env['VEST_REPLAYED'] ?? 40_000)
const CHECK_EVERY = 10_000
/** From so many snapshots the rest is replayed. */
const SNAPSHOTS = 4
/** A multiple of every size of group: time moves between blocks alone, so that grouping cannot change it. */
const BLOCK = 1_792
const GROUP_SIZES = [1, 7, 256]
const TIMEOUT_MS = 600_000 + 10 * COMMANDS

describe('[R2] replay', () => {
  it(
    'live, from the journal, from snapshots, in groups of 1, 7 and 256: one hash every 10,000 commands',
    () => {
      const workload = createWorkload(createPrng(22))
      const live = createExchange()
      const life: SequencedCommand[] = []
      const hashes = new Map<number, string>()
      const snapshots = new Map<number, string>()
      const genesis = workload.genesis()
      let blockMs = genesis[0]!.timeMs
      for (let seq = 1; seq <= COMMANDS; seq += 1) {
        const step = genesis[seq - 1] ?? workload.next()
        if (seq % BLOCK === 1) blockMs = step.timeMs
        const sequenced = { seq, timeMs: blockMs, command: step.command }
        life.push(sequenced)
        workload.observe(apply(live, sequenced).events)
        if (seq % CHECK_EVERY !== 0) continue
        hashes.set(seq, stateHash(live))
        if (seq % (COMMANDS / SNAPSHOTS) === 0) snapshots.set(seq, encodeState(live))
      }
      expect([hashes.size, snapshots.size]).toEqual([COMMANDS / CHECK_EVERY, SNAPSHOTS])

      for (const size of GROUP_SIZES) {
        const replayed = createExchange()
        for (const sequenced of throughJournal(life, size)) {
          apply(replayed, sequenced)
          if (hashes.has(sequenced.seq))
            expect([size, stateHash(replayed)]).toEqual([size, hashes.get(sequenced.seq)])
        }
      }
      for (const [seq, text] of snapshots) {
        const restored = decodeState(text)
        for (const sequenced of life.slice(seq)) apply(restored, sequenced)
        expect([seq, stateHash(restored)]).toEqual([seq, hashes.get(COMMANDS)])
      }
    },
    TIMEOUT_MS,
  )
})

/** Writes them in groups of this size, and reads them again. */
function* throughJournal(life: readonly SequencedCommand[], size: number): Generator<SequencedCommand> {
  const storage = createSimulatedStorage()
  const journal = openJournal({ storage, segmentBytes: 131_072 })
  const encode = createCommandEncoder()
  for (let from = 0; from < life.length; from += size) {
    const group = life.slice(from, from + size)
    for (const { command } of group) {
      const { kind, payload } = encode(command)
      journal.append(kind, payload)
    }
    journal.commit(group[0]!.timeMs)
  }
  const toSeq = journal.chain.seq
  journal.close()
  for (const group of readJournal({ storage, fromSeq: 1, toSeq }))
    for (const [place, record] of group.commands.entries())
      yield {
        seq: group.firstSeq + place,
        timeMs: timeMs(group.timeMs),
        command: decodeCommand(record.kind, record.payload),
      }
}
