import { describe, expect, it } from 'vitest'
import { createSimulatedStorage, type SimulatedStorage } from '../testing/simulatedStorage.ts'
import { JournalFullError } from './errors.ts'
import { spareSegmentName } from './segment.ts'
import { openSegmentSpare } from './segmentSpare.ts'
import type { Storage } from './storage.ts'

const SEGMENT_BYTES = 4_096
const SPARE = spareSegmentName(1)

/** A disk whose other thread works when it is told to. */
function withThread(disk: SimulatedStorage) {
  const work: ((bytes?: number, error?: unknown) => void)[] = []
  const storage: Storage = {
    ...disk,
    create: (name) => {
      const file = disk.create(name)
      let isClosed = false
      return {
        ...file,
        close: () => void (isClosed = true),
        zeroBeside: (length, done) =>
          void work.push((bytes = length, error = undefined) => {
            file.write(Buffer.alloc(bytes), 0)
            file.sync()
            if (!isClosed) done(error, bytes)
          }),
      }
    },
  }
  return { storage, work }
}
const spaceError = (): Error => Object.assign(new Error('no space'), { code: 'ENOSPC' })

describe('a spare segment that another thread makes', () => {
  it('is asked for once, costs no step more, and is handed over as it is', () => {
    const disk = createSimulatedStorage()
    const { storage, work } = withThread(disk)
    const spare = openSegmentSpare(storage, SEGMENT_BYTES, SPARE)
    spare.step()
    spare.step()
    expect([work.length, spare.isBegun, spare.isReady]).toEqual([1, true, false])
    work[0]!()
    expect(spare.isReady).toBe(true)
    const before = disk.calls.length
    expect(spare.take().sizeBytes()).toBe(SEGMENT_BYTES)
    expect(disk.calls.slice(before)).toEqual([])
    expect([spare.isBegun, spare.isReady]).toEqual([false, false])
    spare.step()
    expect(work).toHaveLength(2)
  })

  it('that is needed before it is done is left to that thread: its late zeros fall on no file in use', () => {
    const disk = createSimulatedStorage()
    const { storage, work } = withThread(disk)
    const spare = openSegmentSpare(storage, SEGMENT_BYTES, SPARE)
    spare.step()
    const taken = spare.take()
    expect(taken.sizeBytes()).toBe(SEGMENT_BYTES)
    taken.write(Buffer.from('frames'), 0)
    taken.sync()
    work[0]!()
    expect(disk.contentOf(SPARE).subarray(0, 6).toString()).toBe('frames')
    // And what it tells in the end is of nobody's file.
    spare.step()
    expect([work.length, spare.isReady]).toEqual([2, false])
  })

  it('leaves no name behind that another journal would take for its own while zeros are under way', () => {
    const disk = createSimulatedStorage()
    const { storage } = withThread(disk)
    const spare = openSegmentSpare(storage, SEGMENT_BYTES, SPARE)
    spare.step()
    spare.close()
    expect(disk.list()).not.toContain(SPARE)
  })

  it('for which there is no room makes the journal low, goes on in steps, and is whole when there is room again', () => {
    const disk = createSimulatedStorage()
    const { storage, work } = withThread(disk)
    const spare = openSegmentSpare(storage, SEGMENT_BYTES, SPARE)
    spare.step()
    work[0]!(1_024, spaceError())
    expect(spare.isLow).toBe(false)
    disk.limitSpace(0)
    spare.step()
    expect(spare.isLow).toBe(true)
    spare.step()
    expect(spare.isLow).toBe(true)
    expect(() => spare.take()).toThrow(JournalFullError)
    disk.limitSpace(undefined)
    spare.step()
    expect([spare.isLow, spare.isReady]).toEqual([false, true])
    expect(spare.take().sizeBytes()).toBe(SEGMENT_BYTES)
    expect(work).toHaveLength(1)
  })

  it('that was made at the last moment, when there was room again, leaves nothing low behind', () => {
    const disk = createSimulatedStorage()
    const { storage } = withThread(disk)
    const spare = openSegmentSpare(storage, SEGMENT_BYTES, SPARE)
    disk.limitSpace(0)
    expect(() => spare.take()).toThrow(JournalFullError)
    expect(spare.isLow).toBe(true)
    disk.limitSpace(undefined)
    expect(spare.take().sizeBytes()).toBe(SEGMENT_BYTES)
    expect(spare.isLow).toBe(false)
    // Nor while the next is made on the other thread.
    spare.step()
    expect([spare.isBegun, spare.isReady, spare.isLow]).toEqual([true, false, false])
  })

  it('a failure that is no lack of room is told to whoever asks next', () => {
    const { storage, work } = withThread(createSimulatedStorage())
    const spare = openSegmentSpare(storage, SEGMENT_BYTES, SPARE)
    spare.step()
    work[0]!(0, Object.assign(new Error('broken'), { code: 'EIO' }))
    expect(() => spare.take()).toThrow('broken')
  })
})
