/**
 * Group after group: formed from what waits, made durable, and only then applied and published, in this order for every
 * command. The next group may be formed while others are under way to the disk. A failed sync is thrown in a guarded
 * action, so it ends the host and nothing more is acknowledged.
 */
import type { Journal } from '../../journal/journal.ts'
import type { PlantedBug } from '../../journal/plantedBug.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { Timers } from '../timers.ts'
import type { GroupPublisher } from './groupPublisher.ts'

export interface GroupLoop {
  /** Forms a group in a later turn, after messages that have arrived were read. */
  schedule(): void
  /** Forms groups at once; calls `done` when nothing waits any more and nothing is under way. */
  drain(done: () => void): void
}

export interface GroupLoopOptions {
  readonly sequencer: Sequencer
  readonly journal: Pick<Journal, 'groupsUnderWay'>
  readonly publisher: Pick<GroupPublisher, 'publish'>
  /** Called after each published group, before the next one is formed. */
  readonly onPublished: () => void
  readonly timers: Pick<Timers, 'soon'>
  readonly guarded: (action: () => void) => void
  readonly isEnded: () => boolean
  readonly plantedBug?: PlantedBug | undefined
}

export function createGroupLoop(options: GroupLoopOptions): GroupLoop {
  const { sequencer, journal, publisher, timers, guarded } = options
  const { inbox } = sequencer
  const isPublishedEarly = options.plantedBug === 'ackBeforeWrite'
  let isScheduled = false
  /** Called when everything that had arrived is complete. */
  let drained = (): void => undefined

  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    timers.soon(() => {
      isScheduled = false
      guarded(runGroup)
    })
  }

  const runGroup = (): void => {
    const formed = sequencer.form()
    if (formed === undefined) return
    if (isPublishedEarly) publisher.publish(formed, 0)
    sequencer.commit(formed, (outcome) =>
      guarded(() => {
        if (outcome instanceof Error) throw outcome
        if (!isPublishedEarly) publisher.publish(outcome.group, outcome.syncMs)
        options.onPublished()
        if (inbox.size > 0) schedule()
        drained()
      }),
    )
    // On another thread it takes a while: the next group may be written meanwhile.
    if (inbox.size > 0) schedule()
  }

  return {
    schedule,
    drain(done) {
      drained = () => {
        if (inbox.size > 0 || journal.groupsUnderWay > 0) return
        drained = () => undefined
        done()
      }
      while (!options.isEnded() && inbox.size > 0 && journal.groupsUnderWay === 0) runGroup()
      drained()
    },
  }
}
