/**
 * Forms groups: takes the waiting commands, gives each a sequence number and the group a time, and passes it to the
 * journal. `form` decides, `commit` makes durable; between the two nothing may be acknowledged. A command that cannot
 * be sequenced is refused with a reason; such a command will never be executed.
 *
 * A small group on a fast disk is made durable on the spot: passing it to another thread would take longer than the
 * wait. A large one, or any on a slow disk, is synced on another thread, and the next groups follow while it is under
 * way.
 */
import { assert, type TimeMs } from '@vest/protocol'
import type { Command } from '@vest/engine'
import { buggify } from '../buggify.ts'
import { CommandTooLargeError, createCommandEncoder } from '../codec/commandCodec.ts'
import { JournalFullError, type JournalFatalError } from '../journal/errors.ts'
import type { GroupSpan, Journal } from '../journal/journal.ts'
import type { PlantedBug } from '../journal/plantedBug.ts'
import { BESIDE_COMMANDS_MIN, BESIDE_SYNC_MS_MIN, HOUR_MS } from '../bounds.ts'
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
  /** No group formed later has an earlier time. */
  now(): TimeMs
  /** The next group, not durable yet; undefined when nothing waits, or when waiting for those under way is better. */
  form(): SequencedGroup | undefined
  /**
   * Makes the formed group durable; `done` is called at once or in a later turn, in the order of the groups. A group
   * of which nothing was written is reported at once, before those that are under way.
   */
  commit(group: SequencedGroup, done: GroupDone): void
}

export interface GroupOutcome {
  /** Durable, or with all its items refused for lack of space. */
  readonly group: SequencedGroup
  /** From its write to now. */
  readonly syncMs: number
}

/** An error instead: the journal has failed, and the content of the disk is unknown. */
export type GroupDone = (outcome: GroupOutcome | JournalFatalError) => void

export interface SequencerOptions {
  readonly journal: Journal
  readonly clock: SequencerClock
  /** Milliseconds of a monotonic clock, with fractions. */
  readonly elapsedMs: () => number
  readonly plantedBug?: PlantedBug | undefined
}

export function createSequencer(options: SequencerOptions): Sequencer {
  const { journal, clock, elapsedMs } = options
  const inbox = createInbox()
  const encode = createCommandEncoder()
  let isFirstGroup = true
  /** When the last group was written, and the time until it was durable. */
  let lastBeganMs = 0
  let lastSyncMs = 0

  /** Whether a group of this size is synced on another thread, given the disk's last duration. */
  const goesBeside = (commands: number, slowMs: number): boolean => {
    let isDrawn = false
    BUGGIFY: isDrawn = buggify('sequencer.beside')
    return (
      journal.canCommitBeside && (isDrawn || commands >= BESIDE_COMMANDS_MIN || slowMs >= BESIDE_SYNC_MS_MIN)
    )
  }
  /** Small groups in close succession would only share what one larger group does at once. */
  const mayFollow = (): boolean => goesBeside(inbox.size, elapsedMs() - lastBeganMs)

  const append = (command: Command): 'appended' | 'no room' => {
    const { kind, payload } = encode(command)
    if (!journal.hasRoom(payload.length)) return 'no room'
    journal.append(kind, payload)
    return 'appended'
  }

  const fundingDue = (nowMs: TimeMs): Command | undefined => {
    const lastTimeMs = journal.written.timeMs
    const isForgotten = options.plantedBug === 'fundingTwice' && isFirstGroup && lastTimeMs > HOUR_MS
    isFirstGroup = false
    return dueFunding(isForgotten ? lastTimeMs - HOUR_MS : lastTimeMs, nowMs)
  }

  return {
    inbox,
    now: () => clock.now(),
    form() {
      if (journal.groupsUnderWay > 0 && !mayFollow()) return undefined
      const waiting = inbox.take()
      if (waiting.length === 0) return undefined
      const timeMs = clock.now()
      const items: SequencedItem[] = []
      const refused: RefusedItem[] = []
      let seq = journal.written.seq
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
    commit(group, done) {
      if (group.items.length === 0) return done({ group, syncMs: 0 })
      const beganMs = elapsedMs()
      lastBeganMs = beganMs
      const isDurable = (): void => {
        lastSyncMs = elapsedMs() - beganMs
        done({ group, syncMs: lastSyncMs })
      }
      const isNumbered = ({ firstSeq }: GroupSpan): void =>
        assert(firstSeq === group.items[0]!.seq, 'the journal numbers commands as the sequencer does')
      try {
        if (journal.groupsUnderWay > 0 || goesBeside(group.items.length, lastSyncMs))
          return isNumbered(
            journal.commitBeside(group.timeMs, (error) => (error === undefined ? isDurable() : done(error))),
          )
        isNumbered(journal.commit(group.timeMs))
      } catch (error) {
        if (!(error instanceof JournalFullError)) throw error
        journal.discard()
        const unwritten = group.items.map(({ ticket }) => ({
          ...(ticket === undefined ? {} : { ticket }),
          reason: error,
        }))
        const refused = { timeMs: group.timeMs, items: [], refused: [...group.refused, ...unwritten] }
        return done({ group: refused, syncMs: elapsedMs() - beganMs })
      }
      isDurable()
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
