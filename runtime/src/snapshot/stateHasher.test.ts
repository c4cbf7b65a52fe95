import { describe, expect, it } from 'vitest'
import { createHashDesk, type HashOutcome, type StateHasher } from './stateHasher.ts'

function desk() {
  const made: { toSeq: number; done: (outcome: HashOutcome) => void }[] = []
  const hasher: StateHasher = {
    hash: ({ toSeq }, done) => void made.push({ toSeq, done }),
    stop: () => Promise.resolve(),
  }
  const place = { seq: 5 }
  const asked = createHashDesk(hasher, () => ({ journalId: 'j', toSeq: place.seq }))
  const ask = () => new Promise<HashOutcome>((resolve) => asked.ask(resolve))
  const finish = (hash: string) => {
    const { toSeq, done } = made.at(-1)!
    done({ seq: toSeq, hash })
  }
  return { made, place, ask, finish }
}

describe('the state hasher', () => {
  it('makes one at a time; requests meanwhile share the next, of the state at that time', async () => {
    const { made, place, ask, finish } = desk()
    const first = ask()
    place.seq = 6
    const others = Array.from({ length: 1_000 }, ask)
    place.seq = 9
    expect(made.map(({ toSeq }) => toSeq)).toEqual([5])
    finish('a')
    expect(await first).toEqual({ seq: 5, hash: 'a' })
    expect(made.map(({ toSeq }) => toSeq)).toEqual([5, 9])
    finish('b')
    for (const one of await Promise.all(others)) expect(one).toEqual({ seq: 9, hash: 'b' })
    expect(made).toHaveLength(2)
  })

  it('does not hash an unchanged state again', async () => {
    const { made, place, ask, finish } = desk()
    const first = ask()
    finish('a')
    await first
    expect(await Promise.all([ask(), ask()])).toEqual([
      { seq: 5, hash: 'a' },
      { seq: 5, hash: 'a' },
    ])
    expect(made).toHaveLength(1)
    place.seq = 6
    const later = ask()
    finish('b')
    expect(await later).toEqual({ seq: 6, hash: 'b' })
  })

  it('a failure is reported to its callers, and the next request tries again', async () => {
    const { made, ask, finish } = desk()
    const first = ask()
    const second = ask()
    made[0]!.done({ failure: new Error('the disk') })
    expect(await first).toMatchObject({ failure: { message: 'the disk' } })
    finish('a')
    expect(await second).toEqual({ seq: 5, hash: 'a' })
  })
})
