/** What the projector keeps of accounts of the capital programme, from the commands that a world runs from now on. */
import type { CapitalPast, StoredFill, StoredFunding, StoredTransfer } from '@vest/runtime'
import type { World } from '../../core/engine/src/testing/world.ts'
import { capitalPastOf } from '../../services/exchange/src/projector/pendingRows.ts'

export interface VerdictRows {
  readonly past: CapitalPast[]
  readonly fills: StoredFill[]
  readonly funding: StoredFunding[]
  readonly transfers: StoredTransfer[]
}

export interface KeptVerdictRows {
  readonly rows: Map<string, VerdictRows>
  /** Accounts with a verdict. */
  readonly ended: Set<string>
}

export function keepVerdictRows(world: World): KeptVerdictRows {
  const rows = new Map<string, VerdictRows>()
  const ended = new Set<string>()
  const of = (account: string): VerdictRows => {
    const known = rows.get(account) ?? { past: [], fills: [], funding: [], transfers: [] }
    rows.set(account, known)
    return known
  }
  const run = world.run
  world.run = (command, afterMs) => {
    const applied = run(command, afterMs)
    const { seq, timeMs } = world.exchange
    for (const [index, event] of applied.events.entries()) {
      switch (event.kind) {
        case 'CapitalJudged':
          ended.add(event.account)
          of(event.account).past.push(capitalPastOf(event, { seq, index, timeMs }))
          break
        case 'CapitalChanged':
        case 'PositionAdjusted':
          of(event.account).past.push(capitalPastOf(event, { seq, index, timeMs }))
          break
        case 'FillBooked':
          of(event.account).fills.push({ ...event, timeMs })
          break
        case 'FundingSettled':
          of(event.account).funding.push({ ...event, timeMs, seq, index })
          break
        case 'TransferUpdated': {
          const { transfers } = of(event.transfer.account)
          const at = transfers.findIndex(({ id }) => id === event.transfer.id)
          if (at < 0) transfers.push({ seq, index, ...event.transfer })
          else transfers[at] = { ...transfers[at]!, ...event.transfer }
          break
        }
        default:
      }
    }
    return applied
  }
  return { rows, ended }
}
