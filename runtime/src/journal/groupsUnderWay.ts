/**
 * Groups that are written and not yet durable. Each has its own sync on another thread; whichever ends first, they
 * count as durable in the order in which they were written, because a later one is worthless without the earlier ones.
 */
import type { SegmentSpan } from './inspectJournal.ts'
import type { PlantedBug } from './plantedBug.ts'

export interface GroupUnderWay {
  /** The segment that holds it, and its start there. */
  readonly segmentIndex: number
  readonly startOffset: number
  /** Called once it and all earlier groups are durable. */
  readonly whenDurable: () => void
}

export interface GroupsUnderWay {
  readonly size: number
  /** Bytes up to the end of this segment, the one that is written to, that are not known to be durable. */
  openBytes(span: SegmentSpan): number
  add(group: GroupUnderWay): void
  /** Records that its sync has ended. */
  noteSynced(group: GroupUnderWay): void
  /** No group will be reported any more. */
  forget(): void
}

export function createGroupsUnderWay(plantedBug?: PlantedBug): GroupsUnderWay {
  let groups: GroupUnderWay[] = []
  const synced = new Set<GroupUnderWay>()

  return {
    get size() {
      return groups.length
    },
    openBytes({ index, endOffset }) {
      if (plantedBug === 'nothingOpen') return 0
      // Groups of the segment before were durable before this segment began.
      const first = groups.find((group) => group.segmentIndex === index)
      return first === undefined ? 0 : endOffset - first.startOffset
    },
    add: (group) => void groups.push(group),
    noteSynced(group) {
      synced.add(group)
      if (plantedBug === 'ackWithAnother') for (const other of groups) synced.add(other)
      while (groups[0] !== undefined && synced.delete(groups[0])) groups.shift()!.whenDurable()
    },
    forget() {
      groups = []
      synced.clear()
    },
  }
}
