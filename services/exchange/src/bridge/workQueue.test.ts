import { InvariantError } from '@vest/protocol'
import { EngineStoppedError } from '@vest/runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createWorkQueue } from './workQueue.ts'

describe('work queue', () => {
  const record = (retryMs = 1) => {
    const failures: string[] = []
    const broken: Error[] = []
    const queue = createWorkQueue({
      retryMs,
      onFailure: (name) => failures.push(name),
      onBroken: (error) => broken.push(error),
    })
    return { queue, failures, broken }
  }

  it('tries again until the outside answers', async () => {
    const { queue, failures } = record()
    let attempts = 0
    queue.add('a', async () => {
      attempts += 1
      if (attempts < 4) throw new Error('unreachable')
    })
    await queue.idle()
    expect([attempts, failures]).toEqual([4, ['a', 'a', 'a']])
  })

  describe('through an outage', () => {
    afterEach(() => void vi.useRealTimers())

    it('asks after longer and longer pauses, a minute at the most, and soon again of what comes later', async () => {
      vi.useFakeTimers()
      const { queue, failures } = record(5_000)
      let isReachable = false
      const work = async () => {
        if (!isReachable) throw new Error('unreachable')
      }
      const MINUTE_MS = 60_000
      queue.add('a', work)
      await vi.advanceTimersByTimeAsync(75_000)
      expect(failures).toHaveLength(5)
      await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
      expect(failures).toHaveLength(65)
      isReachable = true
      await vi.advanceTimersByTimeAsync(MINUTE_MS)
      await queue.idle()
      isReachable = false
      queue.add('a', work)
      await vi.advanceTimersByTimeAsync(5_000)
      expect(failures).toHaveLength(67)
      await queue.stop()
    })
  })

  it('runs one piece of a name at a time, and again when it is added later', async () => {
    const { queue } = record()
    let runs = 0
    let release = () => undefined as void
    const gate = new Promise<void>((resolve) => (release = resolve))
    const work = async () => {
      runs += 1
      await gate
    }
    queue.add('a', work)
    queue.add('a', work)
    queue.add('b', work)
    expect(runs).toBe(2)
    release()
    await queue.idle()
    queue.add('a', work)
    expect(runs).toBe(3)
  })

  it('does not take a broken invariant for trouble of the outside', async () => {
    const { queue, failures, broken } = record()
    queue.add('a', async () => {
      throw new InvariantError('ids differ')
    })
    await queue.idle()
    expect([failures, broken.map(({ message }) => message)]).toEqual([[], ['ids differ']])
  })

  it('leaves work to the next start when the engine has stopped', async () => {
    const { queue, failures } = record()
    queue.add('a', async () => {
      throw new EngineStoppedError('stopped')
    })
    await queue.idle()
    expect(failures).toEqual([])
  })

  it('stops: waits for what runs, begins nothing more', async () => {
    const { queue } = record(60_000)
    let finished = false
    queue.add('failing', async () => {
      throw new Error('unreachable')
    })
    queue.add('running', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      finished = true
    })
    await queue.stop()
    expect(finished).toBe(true)
    let began = false
    queue.add('late', async () => void (began = true))
    expect(began).toBe(false)
  })
})
