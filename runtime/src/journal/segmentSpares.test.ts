import { describe, expect, it } from 'vitest'
import { SPARE_SEGMENTS_MAX } from '../bounds.ts'
import { createSimulatedStorage } from '../testing/simulatedStorage.ts'
import { JournalFullError } from './errors.ts'
import { segmentName, spareSegmentName } from './segment.ts'
import { openSegmentSpares } from './segmentSpares.ts'

const SEGMENT_BYTES = 4_096

/** Spares whose taken files become segments, as the writer does it. */
function pool() {
  const disk = createSimulatedStorage()
  const spares = openSegmentSpares(disk, SEGMENT_BYTES)
  let segments = 0
  return {
    disk,
    spares,
    ready: (): number => disk.list().filter((name) => name.startsWith('spare')).length,
    take(): void {
      const { file, name } = spares.take()
      expect(file.sizeBytes()).toBe(SEGMENT_BYTES)
      disk.rename(name, segmentName((segments += 1)))
    },
    quiet(): void {
      for (let tick = 0; tick < 2 * SPARE_SEGMENTS_MAX; tick += 1) spares.step(true)
    },
  }
}

describe('spare segments', () => {
  it('are one if none is ever needed before it is ready', () => {
    const { spares, ready, take, quiet } = pool()
    quiet()
    for (let round = 0; round < 3; round += 1) {
      expect([ready(), spares.isAhead]).toEqual([1, true])
      take()
      expect([ready(), spares.isAhead]).toEqual([0, false])
      quiet()
    }
  })

  it('increase by one each time that one was missing, up to a bound', () => {
    const { spares, ready, take, quiet } = pool()
    quiet()
    for (let wanted = 1; wanted < 2 * SPARE_SEGMENTS_MAX; wanted += 1) {
      const before = ready()
      for (let taken = 0; taken <= before; taken += 1) take()
      quiet()
      expect(ready()).toBeLessThanOrEqual(SPARE_SEGMENTS_MAX)
      expect(ready()).toBeGreaterThanOrEqual(Math.min(before + 1, SPARE_SEGMENTS_MAX))
      expect(spares.isAhead).toBe(true)
    }
    expect(ready()).toBe(SPARE_SEGMENTS_MAX)
  })

  it('are made while the exchange is idle, and otherwise only the next one', () => {
    const { disk, spares, ready, take, quiet } = pool()
    for (let taken = 0; taken < SPARE_SEGMENTS_MAX; taken += 1) take()
    quiet()
    expect(ready()).toBe(SPARE_SEGMENTS_MAX)
    while (ready() > 1) take()
    const before = disk.calls.length
    for (let step = 0; step < 10; step += 1) spares.step(false)
    expect(disk.calls.slice(before)).toEqual([])
    take()
    spares.step(false)
    expect(ready()).toBe(1)
  })

  it('are found again at the next opening of the journal', () => {
    const { disk, ready, take, quiet } = pool()
    for (let taken = 0; taken < SPARE_SEGMENTS_MAX; taken += 1) take()
    quiet()
    const again = openSegmentSpares(disk, SEGMENT_BYTES)
    const before = disk.calls.length
    const names = Array.from({ length: SPARE_SEGMENTS_MAX }, () => again.take().name)
    expect(disk.calls.slice(before).filter((call) => call.startsWith('write'))).toEqual([])
    expect(names).toEqual(Array.from({ length: ready() }, (_, index) => spareSegmentName(index + 1)))
  })

  it('make the journal low only when there is none', () => {
    const { disk, spares, take, quiet } = pool()
    take()
    take()
    quiet()
    take()
    disk.limitSpace(0)
    quiet()
    expect([spares.isAhead, spares.isLow]).toEqual([false, false])
    take()
    expect(spares.isLow).toBe(false)
    take()
    quiet()
    expect(spares.isLow).toBe(true)
    expect(() => spares.take()).toThrow(JournalFullError)
    disk.limitSpace(undefined)
    quiet()
    expect([spares.isAhead, spares.isLow]).toEqual([true, false])
  })
})
