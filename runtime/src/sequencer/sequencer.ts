/**
 * Forms groups: takes what waits, gives each command its sequence number and the group its time, and hands it
 * to the journal. `form` decides, `commit` makes durable; between the two nothing may be acknowledged. What
 * cannot be sequenced is refused with a reason, and then it never was and never will be.
 */
import { assert, type TimeMs } from '@vest/protocol'
import type { Command } from '@vest/engine'
import { buggify } from '../buggify.ts'
import { CommandTooLargeError, createCommandEncoder } from '../codec/commandCodec.ts'
import { JournalFullError } from '../journal/errors.ts'
import type { Journal } from '../journal/journal.ts'
import type { PlantedBug } from '../journal/plantedBug.ts'
import { HOUR_MS } from '../bounds.ts'
import { createInbox, type Inbox, type InboxItem } from './inbox.ts'
import { isTakenWhenLow } from './lanes.ts'
import { dueFunding } from './schedule.ts'
import type { SequencerClock } from './sequencerClock.ts'

export interface SequencedItem {
  readonly seq: number
  readonly command: Command
  readonly ticket?: number
}

export interface RefusedItem {
  readonly ticket?: number
  readonly reason: Error
}

export interface SequencedGroup {
  readonly timeMs: TimeMs
  readonly items: readonly SequencedItem[]
  readonly refused: readonly RefusedItem[]
}

export interface Sequencer {
  readonly inbox: Inbox
  /** The next group, not durable yet; undefined when nothing waits. */
  form(): SequencedGroup | undefined
  /** Makes the formed group durable; returns it, or with all its items refused if there is no room. */
  commit(group: SequencedGroup): SequencedGroup
}

export interface SequencerOptions {
  readonly journal: Journal
  readonly clock: SequencerClock
  readonly plantedBug?: PlantedBug | undefined
}

export function createSequencer(options: SequencerOptions): Sequencer {
  const { journal, clock } = options
  const inbox = createInbox()
  const encode = createCommandEncoder()
  let isFirstGroup = true

  const append = (command: Command): 'appended' | 'no room' => {
    const { kind, payload } = encode(command)
    if (!journal.hasRoom(payload.length)) return 'no room'
    journal.append(kind, payload)
    return 'appended'
  }

  const fundingDue = (nowMs: TimeMs): Command | undefined => {
    const lastTimeMs = journal.chain.timeMs
    const isForgotten = options.plantedBug === 'fundingTwice' && isFirstGroup && lastTimeMs > HOUR_MS
    isFirstGroup = false
    return dueFunding(isForgotten ? lastTimeMs - HOUR_MS : lastTimeMs, nowMs)
  }

  return {
    inbox,
    form() {
      const waiting = inbox.take()
      if (waiting.length === 0) return undefined
      const timeMs = clock.now()
      const items: SequencedItem[] = []
      const refused: RefusedItem[] = []
      let seq = journal.chain.seq
      const accept = (item: InboxItem): void => {
        seq += 1
        items.push({
          seq,
          command: item.command,
          ...(item.ticket === undefined ? {} : { ticket: item.ticket }),
        })
      }

      const funding = fundingDue(timeMs)
      if (funding) {
        append(funding)
        accept({ command: funding })
      }
      for (const [place, item] of waiting.entries()) {
        let isBrokenOff = false
        BUGGIFY: isBrokenOff =
          items.length > 0 && (buggify('sequencer.groupOfOne') || buggify('sequencer.outOfRoom'))
        const outcome = isBrokenOff ? 'no room' : tryAppend(item.command)
        if (outcome === 'no room') {
          assert(items.length > 0, 'every command fits an empty group')
          inbox.putBack(waiting.slice(place))
          break
        }
        if (outcome === 'appended') accept(item)
        else refused.push({ ...(item.ticket === undefined ? {} : { ticket: item.ticket }), reason: outcome })
      }
      return { timeMs, items, refused }
    },
    commit(group) {
      if (group.items.length === 0) return group
      try {
        const { firstSeq } = journal.commit(group.timeMs)
        assert(firstSeq === group.items[0]!.seq, 'the journal numbers commands as the sequencer does')
        return group
      } catch (error) {
        if (!(error instanceof JournalFullError)) throw error
        journal.discard()
        const unwritten = group.items.map(({ ticket }) => ({
          ...(ticket === undefined ? {} : { ticket }),
          reason: error,
        }))
        return { timeMs: group.timeMs, items: [], refused: [...group.refused, ...unwritten] }
      }
    },
  }

  function tryAppend(command: Command): 'appended' | 'no room' | Error {
    if (journal.isLow && !isTakenWhenLow(command))
      return new JournalFullError('The journal is on its reserve: only what lowers risk is taken.')
    try {
      return append(command)
    } catch (error) {
      if (error instanceof CommandTooLargeError) return error
      throw error
    }
  }
}
