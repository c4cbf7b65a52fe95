/**
 * Orders whose lines are being moved: at most one is held, by pointer or keyboard, and any number has been sent and
 * waits for the exchange. Nothing is sent before the release; Escape drops what is held; what was sent keeps its
 * new place until the exchange has said what became of it, and then the order's own price speaks again.
 */
import type { Ticks } from '@vest/protocol'
import { createFrameStore, type FrameStore, type Order, type RequestFrame } from '../../live/index.ts'

export interface LineMoves {
  readonly held: { readonly orderId: string; readonly price: Ticks } | undefined
  readonly sent: ReadonlyMap<string, Ticks>
}

export const NO_MOVES: LineMoves = { held: undefined, sent: new Map() }

/** Where the line of an order stands while it is being moved. */
export const movedPrice = (moves: LineMoves, orderId: string): Ticks | undefined =>
  moves.held?.orderId === orderId ? moves.held.price : moves.sent.get(orderId)

export interface LineMover {
  readonly moves: FrameStore<LineMoves>
  /** False while another line is held or this one waits for the exchange. */
  take(order: Order): boolean
  moveTo(price: Ticks): void
  /** Gives up what is held. */
  drop(): void
  /** Sends what is held, unless it stands where it stood. */
  release(): void
}

export interface LineMoverOptions {
  /** Resolves when the exchange has said what became of it; tells the user by itself. */
  readonly send: (order: Order, price: Ticks) => Promise<void>
  readonly requestFrame?: RequestFrame
}

export function createLineMover({ send, requestFrame }: LineMoverOptions): LineMover {
  const moves = createFrameStore<LineMoves>(NO_MOVES, requestFrame)
  let order: Order | undefined

  async function sendTo(moved: Order, price: Ticks): Promise<void> {
    const settle = (): void =>
      moves.update((state) => {
        const sent = new Map(state.sent)
        sent.delete(moved.id)
        return { ...state, sent }
      })
    moves.update((state) => ({ ...state, sent: new Map(state.sent).set(moved.id, price) }))
    await send(moved, price).finally(settle)
  }

  function drop(): void {
    order = undefined
    moves.update((state) => (state.held === undefined ? state : { ...state, held: undefined }))
  }

  return {
    moves,
    take(next) {
      const { held, sent } = moves.latest()
      if (held !== undefined || sent.has(next.id)) return false
      order = next
      moves.update((state) => ({ ...state, held: { orderId: next.id, price: next.limitPrice } }))
      return true
    },
    moveTo(price) {
      moves.update((state) =>
        state.held === undefined || state.held.price === price
          ? state
          : { ...state, held: { ...state.held, price } },
      )
    },
    drop,
    release() {
      const { held } = moves.latest()
      const moved = order
      drop()
      if (held === undefined || moved === undefined || held.price === moved.limitPrice) return
      void sendTo(moved, held.price)
    },
  }
}
