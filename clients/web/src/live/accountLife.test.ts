import { describe, expect, it } from 'vitest'
import { createAccountLife } from './accountLife.ts'

describe('the life of an account', () => {
  it('ends when the account is closed, also for reads that began without one', () => {
    const life = createAccountLife()
    const none = life.signal()
    const first = life.begin()
    life.follow()
    expect([none.aborted, first.aborted, life.isFollowed()]).toEqual([true, false, true])
    life.end(first)
    expect([first.aborted, life.signal().aborted, life.isFollowed()]).toEqual([true, false, false])
  })

  it('ends when another account is opened, whose own goes on when the first is closed', () => {
    const life = createAccountLife()
    const first = life.begin()
    const second = life.begin()
    expect([first.aborted, second.aborted]).toEqual([true, false])
    life.end(first)
    expect([second.aborted, life.signal()]).toEqual([false, second])
  })
})
