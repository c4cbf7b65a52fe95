import { describe, expect, it, vi } from 'vitest'
import { at, COIN, restingOrder } from '../../testing/fixtures.ts'
import { createLineMover, movedPrice } from './lineMoves.ts'

const order = restingOrder(1)
const other = restingOrder(2)
const now = (paint: () => void): void => paint()

function mover() {
  const answers: (() => void)[] = []
  const send = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)))
  return { ...createLineMover({ send, requestFrame: now }), send, answers }
}

describe('moving a line', () => {
  it('sends nothing before the release, then the last price, once', () => {
    const { moves, send, take, moveTo, release } = mover()
    expect(take(order)).toBe(true)
    moveTo(at(COIN, 305))
    moveTo(at(COIN, 310))
    expect(movedPrice(moves.latest(), order.id)).toBe(at(COIN, 310))
    expect(send).not.toHaveBeenCalled()
    release()
    release()
    expect(send.mock.calls).toEqual([[order, at(COIN, 310)]])
  })

  it('dropped, nothing is sent and the line is where the order is', () => {
    const { moves, send, take, moveTo, drop, release } = mover()
    take(order)
    moveTo(at(COIN, 310))
    drop()
    release()
    expect(send).not.toHaveBeenCalled()
    expect(movedPrice(moves.latest(), order.id)).toBeUndefined()
  })

  it('put back where it stood, nothing is sent', () => {
    const { send, take, moveTo, release } = mover()
    take(order)
    moveTo(at(COIN, 310))
    moveTo(order.limitPrice)
    release()
    expect(send).not.toHaveBeenCalled()
  })

  it('keeps the new place until the exchange has answered; until then it cannot be taken again', async () => {
    const { moves, answers, take, moveTo, release } = mover()
    take(order)
    moveTo(at(COIN, 310))
    release()
    expect(moves.latest()).toEqual({ held: undefined, sent: new Map([[order.id, at(COIN, 310)]]) })
    expect([take(order), take(other), take(restingOrder(3))]).toEqual([false, true, false])
    answers[0]!()
    await vi.waitFor(() => expect(moves.latest().sent.size).toBe(0))
    expect(movedPrice(moves.latest(), other.id)).toBe(other.limitPrice)
  })
})
