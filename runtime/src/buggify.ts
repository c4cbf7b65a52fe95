/**
 * Points at which a simulation may change the course of events: stop the process between two steps, or choose a case
 * that is allowed but rare (a group of one, a segment that ends early). Each is a statement under the label BUGGIFY,
 * which the build of the product drops, so none of it runs or ships there; in tests nothing happens until a simulation
 * takes control.
 */
export const BUGGIFY_POINTS = [
  'sequencer.groupOfOne',
  'sequencer.outOfRoom',
  'sequencer.beside',
  'clock.standsStill',
  'journal.segmentEarly',
  'journal.noUpkeep',
  'journal.beforeWrite',
  'journal.afterWriteBeforeSync',
  'journal.afterSync',
  'segment.beforeRename',
  'segment.afterRename',
  'segment.beforeRepair',
  'segment.afterRepair',
  'engine.afterCommitBeforeApply',
  'engine.afterApplyBeforeTell',
  'engine.amidReplay',
  'memory.afterOpen',
  'snapshot.skipped',
  'snapshot.beforeRename',
  'snapshot.afterRename',
  'snapshot.beforeRemovingOld',
  'snapshot.amidRemovingOld',
  'archive.beforeRemoving',
  'archive.afterRemoving',
] as const
export type BuggifyPoint = (typeof BUGGIFY_POINTS)[number]

/** Decides at a point; it may throw instead of answering: then the process is dead. */
export type BuggifyChoice = (point: BuggifyPoint) => boolean

let choice: BuggifyChoice | undefined

export const buggify = (point: BuggifyPoint): boolean => choice?.(point) ?? false

/** For simulations only; absent: nothing is changed. */
export function chooseAtBuggifyPoints(next?: BuggifyChoice): void {
  choice = next
}
