import { describe, expect, it, vi } from 'vitest'
import { browserFrame, createDerived, createFrameStore } from './frameStore.ts'

const frames = () => {
  let queue: (() => void)[] = []
  return {
    request: (callback: () => void) => void queue.push(callback),
    paint: () => {
      const due = queue
      queue = []
      for (const run of due) run()
    },
    get length() {
      return queue.length
    },
  }
}

describe('frame store', () => {
  it('[9.9] all stores paint in one task of a frame, and one that fails keeps none from it', () => {
    const requested: (() => void)[] = []
    const failed = vi.fn()
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => requested.push(callback))
    vi.stubGlobal('reportError', failed)
    const stores = [createFrameStore(0), createFrameStore(0), createFrameStore(0)]
    stores[1]!.subscribe(() => {
      throw new Error('a reader')
    })
    for (const store of stores) store.set(1)
    expect(requested).toHaveLength(1)
    requested[0]!()
    expect(stores.map((store) => store.get())).toEqual([1, 1, 1])
    expect(failed).toHaveBeenCalledTimes(1)
    browserFrame(() => undefined)
    expect(requested).toHaveLength(2)
    vi.unstubAllGlobals()
  })

  it('[9.9] paints once per frame, however many writes arrive', () => {
    const frame = frames()
    const store = createFrameStore(0, frame.request)
    const listener = vi.fn()
    store.subscribe(listener)
    store.set(1)
    store.set(2)
    expect([store.get(), store.latest(), frame.length, listener.mock.calls.length]).toEqual([0, 2, 1, 0])
    frame.paint()
    expect([store.get(), listener.mock.calls.length]).toEqual([2, 1])
    frame.paint()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('tells no subscriber when the value came back to what was painted', () => {
    const frame = frames()
    const store = createFrameStore('a', frame.request)
    const listener = vi.fn()
    store.subscribe(listener)
    store.set('b')
    store.set('a')
    frame.paint()
    expect(listener).not.toHaveBeenCalled()
  })

  it('paints nothing while no frame comes, as in a hidden page', () => {
    const store = createFrameStore(0, () => undefined)
    store.set(1)
    expect([store.get(), store.latest()]).toEqual([0, 1])
  })
})

describe('derived store', () => {
  it('computes once per change of a source and keeps its identity between', () => {
    const frame = frames()
    const a = createFrameStore(1, frame.request)
    const b = createFrameStore(10, frame.request)
    const derive = vi.fn((x: number, y: number) => ({ sum: x + y }))
    const sum = createDerived([a, b], derive)
    const listener = vi.fn()
    const stop = sum.subscribe(listener)
    expect(sum.get()).toBe(sum.get())
    expect(derive).toHaveBeenCalledTimes(1)
    a.set(2)
    frame.paint()
    expect([sum.get().sum, derive.mock.calls.length, listener.mock.calls.length]).toEqual([12, 2, 1])
    stop()
    b.set(11)
    frame.paint()
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
