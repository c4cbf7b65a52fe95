/**
 * Applies groups that are durable, and publishes each as one message: its events, its answers, its refusals and what it
 * cost. The state holds exactly the commands up to `appliedSeq`.
 */
import { takeBatch, type EventBatch } from '@vest/engine'
import { buggify } from '../../buggify.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Inbox } from '../../sequencer/inbox.ts'
import type { SequencedGroup } from '../../sequencer/sequencer.ts'
import { createAnswerWriter } from '../answerRows.ts'
import type { Core } from '../core.ts'
import type { DepthWatch } from '../depthWatch.ts'
import { errorText, type FromHost, type RefusalItem } from '../messages.ts'

export interface GroupPublisher {
  /** The last applied command. */
  readonly appliedSeq: number
  /** Applies a group and sends its results. Only for durable groups. */
  publish(group: SequencedGroup, syncMs: number): void
}

export interface GroupPublisherOptions<State> {
  readonly core: Core<State>
  readonly state: State
  /** The last command that the state contains. */
  readonly appliedSeq: number
  readonly batch: EventBatch
  readonly depth: Pick<DepthWatch, 'nameMarket' | 'markChanged'>
  readonly inbox: Pick<Inbox, 'size'>
  readonly journal: Pick<Journal, 'isLow'>
  /** Milliseconds of a monotonic clock, with fractions. */
  readonly elapsedMs: () => number
  readonly send: (message: FromHost) => void
}

export function createGroupPublisher<State>(options: GroupPublisherOptions<State>): GroupPublisher {
  const { core, state, batch, depth, inbox, journal, elapsedMs, send } = options
  const answers = createAnswerWriter()
  let { appliedSeq } = options

  return {
    get appliedSeq() {
      return appliedSeq
    },
    publish(group, syncMs) {
      const beganMs = elapsedMs()
      BUGGIFY: buggify('engine.afterCommitBeforeApply')
      for (const { seq, command, ticket } of group.items) {
        const answer = core.apply(state, { seq, timeMs: group.timeMs, command }, batch)
        appliedSeq = seq
        if (ticket !== undefined) answers.write(ticket, seq, answer, command)
      }
      const published = takeBatch(batch)
      for (const { marketId, spec } of published.markets) depth.nameMarket(marketId, spec.symbol)
      depth.markChanged(batch.changedBooks)
      batch.changedBooks.clear()
      const refusals: RefusalItem[] = []
      for (const { ticket, reason } of group.refused)
        if (ticket !== undefined) refusals.push({ ticket, reason: errorText(reason) })
      BUGGIFY: buggify('engine.afterApplyBeforeTell')
      const figures = {
        commands: group.items.length,
        syncMs,
        applyMs: elapsedMs() - beganMs,
        waiting: inbox.size,
        isJournalLow: journal.isLow,
      }
      send({ kind: 'group', timeMs: group.timeMs, published, answers: answers.take(), refusals, figures })
    },
  }
}
