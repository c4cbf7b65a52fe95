import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { createKeptList, newKeptId } from './keptList.ts'
import type { SafeStorage } from './safeStorage.ts'

interface Thing {
  readonly id: string
  readonly size: number
}
const KEY = 'vest.things'
const open = (storage: SafeStorage = memoryStorage()) =>
  createKeptList<Thing>({
    storage,
    key: KEY,
    version: 1,
    lengthMax: 5,
    read: ({ id, size }) => (typeof size === 'number' ? { id: id as string, size } : undefined),
  })
const thing = (id: string, size = 1): Thing => ({ id, size })
const holding = (text: string): SafeStorage => {
  const storage = memoryStorage()
  storage.setItem(KEY, text)
  return storage
}

describe('a kept list', () => {
  it('is empty where something else lies, whatever it is', () => {
    for (const text of [
      '',
      '{',
      '7',
      'null',
      '[]',
      '{"version":2,"list":[{"id":"a","size":1}]}',
      '{"version":1,"list":{}}',
    ])
      expect(open(holding(text)).read()).toEqual([])
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(open(holding(text)).read()).toEqual([])
      }),
    )
  })

  it('passes over what is not of its kind, each for itself, and a second of the same id', () => {
    const spoilt = [
      null,
      7,
      [],
      {},
      { id: 7, size: 1 },
      { id: '', size: 1 },
      { id: '<b>', size: 1 },
      { id: 'c' },
    ]
    const list = [thing('a'), ...spoilt, thing('a', 2), thing('b')]
    expect(open(holding(JSON.stringify({ version: 1, list }))).read()).toEqual([thing('a'), thing('b')])
  })

  it('is bounded: the newest stay, and no more are taken', () => {
    const list = Array.from({ length: 7 }, (_, n) => thing(`n${n}`))
    const full = open(holding(JSON.stringify({ version: 1, list })))
    expect(full.read().map(({ id }) => id)).toEqual(['n2', 'n3', 'n4', 'n5', 'n6'])
    expect(full.add([thing('x')])).toBe(false)
    expect(full.read()).toHaveLength(5)
  })

  it('of two tabs loses nothing; what one has removed does not come back by a change of the other', () => {
    const storage = memoryStorage()
    const [one, other] = [open(storage), open(storage)]
    one.add([thing('a')])
    other.add([thing('b')])
    expect(one.remove(['a', 'x'])).toEqual([thing('a')])
    expect(other.remove(['a'])).toEqual([])
    other.change('a', (held) => ({ ...held, size: 2 }))
    other.change('b', (held) => ({ ...held, size: held.size + 1 }))
    expect(one.read()).toEqual([thing('b', 2)])
  })

  it('leaves nothing behind with its last one', () => {
    const storage = memoryStorage()
    const list = open(storage)
    list.add([thing('a')])
    expect(storage.getItem(KEY)).not.toBeNull()
    list.remove(['a'])
    expect(storage.getItem(KEY)).toBeNull()
  })

  it('takes the ids that are made for it', () => {
    const list = open()
    const ids = [newKeptId(), newKeptId()]
    list.add(ids.map((id) => thing(id)))
    expect(list.read().map(({ id }) => id)).toEqual(ids)
  })
})
