/** What the adapter told, in order, and a way to wait for a fact instead of for time. */
import type { Hex, Id, Usd6 } from '@vest/protocol'
import type { ChainEvents, ChainReserves, DepositLog } from '@vest/runtime'

export type Told =
  | { readonly kind: 'soft'; readonly log: DepositLog }
  | { readonly kind: 'final'; readonly id: Id; readonly blockHash: Hex }
  | { readonly kind: 'dust'; readonly log: DepositLog }
  | { readonly kind: 'orphaned'; readonly id: Id }
  | { readonly kind: 'completed'; readonly id: Id; readonly txHash: Hex; readonly feeUsd6: Usd6 | undefined }
  | { readonly kind: 'finalTime'; readonly timeMs: number }

export interface RecordedEvents extends ChainEvents {
  readonly told: Told[]
  /** Told beside them, at every final block. */
  readonly reserves: ChainReserves[]
  /** The first event that satisfies `wanted`, now or later. */
  first<T extends Told['kind']>(
    kind: T,
    wanted?: (event: Extract<Told, { kind: T }>) => boolean,
  ): Promise<Extract<Told, { kind: T }>>
  of<T extends Told['kind']>(kind: T): Extract<Told, { kind: T }>[]
  /** The first word on the reserves, now or later. */
  firstReserves(): Promise<ChainReserves>
  /** The next handler call of this kind fails once. */
  failNext(kind: Told['kind']): void
}

export function recordedEvents(): RecordedEvents {
  const told: Told[] = []
  const reserves: ChainReserves[] = []
  const waiting = new Set<() => void>()
  const failing = new Set<Told['kind']>()
  const tell = async (event: Told): Promise<void> => {
    if (failing.delete(event.kind)) throw new Error(`the handler of ${event.kind} fails once`)
    told.push(event)
    for (const look of waiting) look()
  }
  const of = <T extends Told['kind']>(kind: T) =>
    told.filter((event): event is Extract<Told, { kind: T }> => event.kind === kind)
  return {
    told,
    reserves,
    of,
    first: (kind, wanted = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = of(kind).find(wanted)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    firstReserves: () =>
      new Promise((resolve) => {
        const look = (): void => {
          const [first] = reserves
          if (first === undefined) return
          waiting.delete(look)
          resolve(first)
        }
        waiting.add(look)
        look()
      }),
    failNext: (kind) => failing.add(kind),
    onDeposit: (log) => tell({ kind: 'soft', log }),
    onDepositFinal: (id, blockHash) => tell({ kind: 'final', id, blockHash }),
    onDust: (log) => tell({ kind: 'dust', log }),
    onDepositOrphaned: (id) => tell({ kind: 'orphaned', id }),
    onWithdrawalCompleted: (id, txHash, feeUsd6) => tell({ kind: 'completed', id, txHash, feeUsd6 }),
    onReserves: async (one) => {
      reserves.push(one)
      for (const look of waiting) look()
    },
    onFinalTime: (timeMs) => tell({ kind: 'finalTime', timeMs }),
  }
}
