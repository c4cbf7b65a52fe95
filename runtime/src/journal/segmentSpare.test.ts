import { describe, expect, it } from 'vitest'
import { createSimulatedStorage, type SimulatedStorage } from '../testing/simulatedStorage.ts'
import { JournalFullError } from './errors.ts'
import { spareSegmentName } from './segment.ts'
import { openSegmentSpare } from './segmentSpare.ts'
import type { Storage } from './storage.ts'

const SEGMENT_BYTES = 4_096
const SPARE = spareSegmentName(1)

/** A disk whose other thread works on command of the test. */
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
  it('is requested once, costs no further step, and is handed over unchanged', () => {
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

  it('that is needed before it is done is abandoned: its late zeros reach no file in use', () => {
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
    // Its final report belongs to no file.
    spare.step()
    expect([work.length, spare.isReady]).toEqual([2, false])
  })

  it('leaves no name that another journal could use while zeros are under way', () => {
    const disk = createSimulatedStorage()
    const { storage } = withThread(disk)
    const spare = openSegmentSpare(storage, SEGMENT_BYTES, SPARE)
    spare.step()
    spare.close()
    expect(disk.list()).not.toContain(SPARE)
  })

  it('without enough space makes the journal low, continues in steps, and is complete once there is space', () => {
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

  it('that was made at the last moment, after space was freed, ends the low state', () => {
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

  it('a failure other than lack of space is reported to the next caller', () => {
    const { storage, work } = withThread(createSimulatedStorage())
    const spare = openSegmentSpare(storage, SEGMENT_BYTES, SPARE)
    spare.step()
    work[0]!(0, Object.assign(new Error('broken'), { code: 'EIO' }))
    expect(() => spare.take()).toThrow('broken')
  })
})
