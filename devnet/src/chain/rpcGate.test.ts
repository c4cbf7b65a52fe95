import { describe, expect, it } from 'vitest'
import { createRpcGate } from './rpcGate.ts'

describe('how much of the node browsers have', () => {
  it('so many calls are under way, so many wait in their order, and the next is refused', async () => {
    const gate = createRpcGate(2, 3)
    const began: number[] = []
    const ends: (() => void)[] = []
    const enter = (n: number) =>
      gate.enter(() => {
        began.push(n)
        return new Promise<number>((resolve) => ends.push(() => resolve(n)))
      })
    const entered = [1, 2, 3, 4, 5].map(enter)
    expect(began).toEqual([1, 2])
    expect(enter(6)).toBeUndefined()
    ends.shift()!()
    expect(await entered[0]).toBe(1)
    await Promise.resolve()
    expect(began).toEqual([1, 2, 3])
    while (ends.length > 0) {
      ends.shift()!()
      await new Promise(setImmediate)
    }
    expect(await Promise.all(entered)).toEqual([1, 2, 3, 4, 5])
    expect(enter(7)).toBeDefined()
  })

  it('a call that fails leaves its place', async () => {
    const gate = createRpcGate(1, 1)
    const failing = gate.enter(() => Promise.reject(new Error('no')))
    const next = gate.enter(async () => 2)
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe(2)
  })
})
