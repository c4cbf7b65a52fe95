/**
 * Every way in which the bytes of a journal can be less than what was written (R3). The expectation is computed here
 * from the ends of frames recorded while writing, not by the code under test.
 */
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createSimulatedStorage, type SimulatedStorage } from '../testing/simulatedStorage.ts'
import { seededRandom } from '../testing/seededRandom.ts'
import { writeSegmentImage, type RecoveryOutcome } from '../testing/segmentImage.ts'
import { JournalDamagedError } from './errors.ts'
import { frameBytes, RECORD_HEADER_BYTES } from './frame.ts'
import { inspectJournal } from './inspectJournal.ts'
import { openJournal } from './journal.ts'
import { SEGMENT_HEADER_BYTES, segmentName } from './segment.ts'

const SEGMENT_BYTES = 16_384
const NAME = segmentName(1)

const image = writeSegmentImage({ seed: 1, segmentBytes: SEGMENT_BYTES })
const { inspect, isSame, prefixBefore, frameAt } = image

describe('[R3] a journal cut, flipped, zeroed or overlaid', () => {
  it('cut at every byte: exactly the whole groups before the cut', () => {
    let checked = 0
    for (let cut = 0; cut <= image.bytes.length; cut += 1) {
      const outcome = inspect(image.bytes.subarray(0, cut))
      const expected = cut < SEGMENT_HEADER_BYTES ? 'refused' : prefixBefore(cut)
      if (!isSame(outcome, expected)) expect({ cut, outcome }).toEqual({ cut, outcome: expected })
      checked += 1
    }
    expect(checked).toBe(SEGMENT_BYTES + 1)
  })

  it('cut, opened and continued: durable groups stay and new ones follow them', () => {
    const random = seededRandom(2)
    for (let round = 0; round < 200; round += 1) {
      const cut = SEGMENT_HEADER_BYTES + Math.floor(random() * (image.bytes.length - SEGMENT_HEADER_BYTES))
      const disk = createSimulatedStorage(new Map([[NAME, image.bytes.subarray(0, cut)]]))
      const journal = openJournal({ storage: disk, segmentBytes: SEGMENT_BYTES })
      const expected = prefixBefore(cut)
      expect(journal.recovered.lastSeq).toBe(expected.lastSeq)
      journal.append(9, Buffer.from('after'))
      expect(journal.commit(1_000_000)).toEqual({
        firstSeq: expected.lastSeq + 1,
        lastSeq: expected.lastSeq + 1,
      })
      journal.close()
      const again = openJournal({ storage: disk, segmentBytes: SEGMENT_BYTES })
      const commands = [...again.read(1)].flatMap((group) => group.commands)
      expect(commands.length).toBe(expected.lastSeq + 1)
      expect(commands.at(-1)!.payload.toString()).toBe('after')
    }
  })

  it('bit flips and bursts: never a changed command, refusal whenever whole groups follow', () => {
    const random = seededRandom(3)
    const last = image.frames.length - 1
    const written = image.frames[last]!.end
    const verdicts = { refused: 0, dropped: 0, harmless: 0 }
    for (let round = 0; round < 4_000; round += 1) {
      const bytes = Buffer.from(image.bytes)
      const bits = round % 2 === 0 ? 1 : 2 + Math.floor(random() * 31)
      // Half of the rounds change the end, where recovery has to decide.
      const from = round % 4 < 2 ? 0 : written - 400
      const firstBit = from * 8 + Math.floor(random() * ((written - from) * 8 - bits))
      const lastBit = firstBit + bits - 1
      for (let bit = firstBit; bit <= lastBit; bit += 1)
        if (bit === firstBit || bit === lastBit || random() < 0.5) bytes[bit >> 3]! ^= 1 << (bit & 7)
      const outcome = inspect(bytes)
      const firstFrame = frameAt(firstBit >> 3)
      const lastFrame = frameAt(lastBit >> 3)
      const isHeader = firstBit >> 3 < SEGMENT_HEADER_BYTES
      const expected =
        isHeader || lastFrame < last ? 'refused' : prefixBefore(image.frames[firstFrame]!.start)
      if (!isSame(outcome, expected))
        expect({ round, firstBit, bits, outcome }).toEqual({ outcome: expected })
      verdicts[outcome === 'refused' ? 'refused' : 'dropped'] += 1
    }
    expect(verdicts.refused).toBeGreaterThan(1_000)
    expect(verdicts.dropped).toBeGreaterThan(100)
  })

  it('flips after the end: harmless, and zeros again after opening', () => {
    const random = seededRandom(4)
    const written = image.frames.at(-1)!.end
    for (let round = 0; round < 100; round += 1) {
      const bytes = Buffer.from(image.bytes)
      for (let n = 0; n < 20; n += 1)
        bytes[written + Math.floor(random() * (bytes.length - written))] = Math.floor(random() * 256)
      expect(inspect(bytes)).toEqual({ lastSeq: image.frames.at(-1)!.lastSeq, endOffset: written })
    }
    const bytes = Buffer.from(image.bytes)
    bytes.fill(0xab, written)
    const disk = createSimulatedStorage(new Map([[NAME, bytes]]))
    const journal = openJournal({ storage: disk, segmentBytes: SEGMENT_BYTES })
    expect(journal.recovered.tornBytes).toBe(bytes.length - written)
    const tail = disk.contentOf(NAME).subarray(written + frameBytes(RECORD_HEADER_BYTES))
    expect(tail.every((byte) => byte === 0)).toBe(true)
  })

  it('zero-filled tail from any byte of the last groups: the whole groups before it', () => {
    const from = image.frames.at(-6)!.start
    for (let cut = from; cut < image.frames.at(-1)!.end; cut += 1) {
      const bytes = Buffer.from(image.bytes)
      bytes.fill(0, cut)
      // A frame whose last bytes happen to be zero is complete although it was "cut" there.
      let whole = cut
      while (whole < image.bytes.length && image.bytes[whole] === 0) whole += 1
      const expected = prefixBefore(whole)
      const outcome = inspect(bytes)
      if (!isSame(outcome, expected)) expect({ cut, outcome }).toEqual({ cut, outcome: expected })
    }
  })

  it('stale tail of an older generation: the newer chain only', () => {
    // The same folder later: first generation cut short by a crash, the second shorter than its remains.
    const disk = createSimulatedStorage(new Map([[NAME, image.bytes.subarray(0, image.frames[20]!.end)]]))
    const second = openJournal({ storage: disk, segmentBytes: SEGMENT_BYTES })
    for (let n = 0; n < 10; n += 1) {
      second.append(3, Buffer.alloc(50 + n * 13, 0xcd))
      second.commit(5_000 + n)
    }
    const { seq } = second.chain
    second.close()
    const newer = disk.contentOf(NAME)
    const end = (inspect(newer) as { endOffset: number }).endOffset
    for (const join of [end, end + 1, end + 8, end + 511, image.frames[40]!.start, image.frames[41]!.start]) {
      const bytes = Buffer.concat([newer.subarray(0, join), image.bytes.subarray(join)])
      expect(inspect(bytes)).toEqual({ lastSeq: seq, endOffset: end })
    }
  })

  it('a duplicated block: nothing twice, and refusal if it covers data before later groups', () => {
    const random = seededRandom(5)
    const end = image.frames.at(-1)!.end
    for (let round = 0; round < 300; round += 1) {
      const from = 1 + Math.floor(random() * (image.frames.length - 4))
      const to = Math.min(image.frames.length - 1, from + 1 + Math.floor(random() * 4))
      const block = image.bytes.subarray(image.frames[from]!.start, image.frames[to]!.start)
      const behind = Buffer.concat([
        image.bytes.subarray(0, end),
        block,
        Buffer.alloc(SEGMENT_BYTES),
      ]).subarray(0, SEGMENT_BYTES)
      expect(inspect(behind)).toEqual({ lastSeq: image.frames.at(-1)!.lastSeq, endOffset: end })
      const inserted = Buffer.concat([
        image.bytes.subarray(0, image.frames[to]!.start),
        block,
        image.bytes.subarray(image.frames[to]!.start),
      ]).subarray(0, SEGMENT_BYTES + block.length)
      expect(inspect(inserted)).toBe('refused')
    }
  })

  it('a missing middle: refused, whether closed up or left as a hole', () => {
    const random = seededRandom(6)
    for (let round = 0; round < 300; round += 1) {
      const from = 1 + Math.floor(random() * (image.frames.length - 5))
      const to = from + 1 + Math.floor(random() * 4)
      const [start, end] = [
        image.frames[from]!.start,
        image.frames[Math.min(to, image.frames.length - 1)]!.start,
      ]
      const closedUp = Buffer.concat([
        image.bytes.subarray(0, start),
        image.bytes.subarray(end),
        Buffer.alloc(end - start),
      ])
      expect(inspect(closedUp)).toBe('refused')
      const hole = Buffer.from(image.bytes)
      hole.fill(0, start, end)
      expect(inspect(hole)).toBe('refused')
    }
  })

  it('sectors of zeros or of old data in the middle: refused', () => {
    const random = seededRandom(7)
    const lastStart = image.frames.at(-1)!.start
    for (let round = 0; round < 300; round += 1) {
      const sector = Math.floor(random() * Math.floor(lastStart / 512)) * 512
      const bytes = Buffer.from(image.bytes)
      if (round % 2 === 0) bytes.fill(0, sector, sector + 512)
      else bytes.copy(bytes, sector, (sector + 4_096) % 12_288, ((sector + 4_096) % 12_288) + 512)
      if (bytes.equals(image.bytes)) continue
      expect(inspect(bytes)).toBe('refused')
    }
  })

  it('the message names the file, the offset and what to do, in two sentences at most', () => {
    const bytes = Buffer.from(image.bytes)
    bytes[image.frames[10]!.start + 20]! ^= 1
    const storage = createSimulatedStorage(new Map([[NAME, bytes]]))
    expect(() => inspectJournal({ storage })).toThrow(
      `/simulated/${NAME} at offset ${image.frames[10]!.start}, the record after command ${image.frames[9]!.lastSeq}`,
    )
    expect(() => inspectJournal({ storage })).toThrow(
      /Restore the data folder from a backup; nothing was changed\.$/,
    )
  })
})

/**
 * Frames written while earlier ones were not durable yet. Each frame's `durableTo` is the end of the durable part when
 * it was written, as recorded by the holder of the syncs.
 */
describe('[R3] a segment written with several groups under way', () => {
  const beside = writeSegmentImage({ seed: 8, segmentBytes: SEGMENT_BYTES, isBeside: true })
  const { frames } = beside
  const written = frames.at(-1)!.end

  /** Expectation for a segment whose only hole reaches from one frame to another: everything after it is there. */
  const leftBy = (from: number, to = from): RecoveryOutcome => {
    const { start } = frames[from]!
    const wasDurable = frames.slice(to + 1).some(({ durableTo }) => durableTo > start)
    return wasDurable ? 'refused' : beside.prefixBefore(start)
  }
  const expectLeft = (bytes: Buffer, expected: RecoveryOutcome, where: object): void => {
    const outcome = beside.inspect(bytes)
    if (!beside.isSame(outcome, expected))
      expect({ ...where, outcome }).toEqual({ ...where, outcome: expected })
  }
  const withZeros = (start: number, end: number, bytes = beside.bytes): Buffer =>
    Buffer.from(bytes).fill(0, start, end)

  it('is realistic: at many frames several are under way, at some none', () => {
    const open = frames.map(({ start, durableTo }) =>
      frames.filter((f) => f.start >= durableTo && f.start < start),
    )
    expect(frames.length).toBeGreaterThan(30)
    expect(open.filter((groups) => groups.length === 0).length).toBeGreaterThan(3)
    expect(open.filter((groups) => groups.length > 2).length).toBeGreaterThan(10)
    expect(beside.inspect(beside.bytes)).toEqual({ lastSeq: frames.at(-1)!.lastSeq, endOffset: written })
    expect(frames.filter((_, place) => leftBy(place) === 'refused').length).toBeGreaterThan(20)
    expect(frames.slice(0, -1).filter((_, place) => leftBy(place) !== 'refused').length).toBeGreaterThan(1)
  })

  it('a frame of zeros or with a flipped bit: refused if a later one counts it as durable, otherwise the end', () => {
    const random = seededRandom(9)
    for (const [place, { start, end }] of frames.entries()) {
      const expected = leftBy(place)
      expectLeft(withZeros(start, end), expected, { place, hole: 'zeros' })
      // The checksum at its end is never all zero, nor are the first bytes.
      expectLeft(withZeros(end - 8, end), expected, { place, hole: 'zeros at its end' })
      expectLeft(withZeros(start, start + 8), expected, { place, hole: 'zeros at its beginning' })
      for (let n = 0; n < 40; n += 1) {
        const bit = start * 8 + (n < 32 ? n * 8 + (n % 8) : Math.floor(random() * (end - start) * 8))
        const bytes = Buffer.from(beside.bytes)
        bytes[bit >> 3]! ^= 1 << (bit & 7)
        expectLeft(bytes, expected, { place, bit })
      }
    }
  })

  it('the same segment as it was after each of its groups: the same rule, for any last frame', () => {
    const verdicts = { refused: 0, dropped: 0 }
    for (const [last, { end }] of frames.entries())
      for (let place = 0; place <= last; place += 1) {
        const hole = frames[place]!
        const wasDurable = frames.slice(place + 1, last + 1).some(({ durableTo }) => durableTo > hole.start)
        const bytes = withZeros(hole.start, hole.end, withZeros(end, SEGMENT_BYTES))
        const expected = wasDurable ? 'refused' : beside.prefixBefore(hole.start)
        expectLeft(bytes, expected, { last, place })
        verdicts[wasDurable ? 'refused' : 'dropped'] += place < last ? 1 : 0
      }
    expect(verdicts.refused).toBeGreaterThan(300)
    expect(verdicts.dropped).toBeGreaterThan(50)
  })

  it('a hole over several frames: later frames decide about its beginning', () => {
    for (let from = 0; from < frames.length; from += 1)
      for (let to = from; to < Math.min(frames.length, from + 12); to += 1) {
        const [start, end] = [frames[from]!.start, frames[to]!.end]
        expectLeft(withZeros(start, end), leftBy(from, to), { from, to })
        // From the middle of one frame to the middle of another.
        expectLeft(withZeros(start + 36, end - 8), leftBy(from, to), { from, to, hole: 'inside' })
      }
  })

  it('a missing frame that is closed up: refused, also where it was under way', () => {
    for (const { start, end } of frames.slice(0, -1)) {
      const closedUp = Buffer.concat([
        beside.bytes.subarray(0, start),
        beside.bytes.subarray(end),
        Buffer.alloc(end - start),
      ])
      expectLeft(closedUp, 'refused', { start })
    }
  })

  it('a power cut with any of those under way missing: the groups before the first of them are left', () => {
    const random = seededRandom(10)
    let behind = 0
    for (const [last, { end, durableTo }] of frames.entries())
      for (let round = 0; round < 12; round += 1) {
        const bytes = withZeros(end, SEGMENT_BYTES)
        const open = frames.slice(0, last + 1).filter(({ start }) => start >= durableTo)
        const missing = open.filter(() => random() < 0.5)
        for (const frame of missing) {
          const torn = frame.end - 8 - 8 * Math.floor((random() * (frame.end - frame.start)) / 8)
          bytes.fill(0, torn, frame.end)
        }
        const expected = beside.prefixBefore(missing[0]?.start ?? end)
        expectLeft(bytes, expected, { last, round, missing })
        if (missing.length > 0 && missing.at(-1)!.end < end) behind += 1
      }
    expect(behind).toBeGreaterThan(100)
  })

  it('dropped groups leave no trace, and new ones follow the rest', () => {
    let dropped = 0
    for (const [place, { start, end }] of frames.entries()) {
      const expected = leftBy(place)
      const disk = createSimulatedStorage(new Map([[NAME, withZeros(start, end)]]))
      if (expected === 'refused') {
        const before = disk.contentOf(NAME)
        expect(() => openJournal({ storage: disk, segmentBytes: SEGMENT_BYTES })).toThrow(JournalDamagedError)
        expect(disk.contentOf(NAME).equals(before)).toBe(true)
        continue
      }
      dropped += 1
      const journal = openJournal({ storage: disk, segmentBytes: SEGMENT_BYTES })
      expect(journal.recovered.lastSeq).toBe(expected.lastSeq)
      const tail = disk.contentOf(NAME).subarray(expected.endOffset + frameBytes(RECORD_HEADER_BYTES))
      expect(tail.every((byte) => byte === 0)).toBe(true)
      journal.append(9, Buffer.from('after'))
      journal.commit(1_000_000)
      journal.close()
      const again = openJournal({ storage: disk, segmentBytes: SEGMENT_BYTES })
      const commands = [...again.read(1)].flatMap((group) => group.commands)
      expect(commands.length).toBe(expected.lastSeq + 1)
      expect(commands.at(-1)!.payload.toString()).toBe('after')
    }
    expect(dropped).toBeGreaterThan(2)
  })
})

describe('[R3] an earlier segment', () => {
  const build = (): SimulatedStorage => {
    const disk = createSimulatedStorage()
    const journal = openJournal({ storage: disk, segmentBytes: 4_096 })
    for (let n = 1; n <= 120; n += 1) {
      journal.append(2, Buffer.alloc(100, n))
      journal.commit(n)
    }
    return disk
  }

  it('any cut of it that loses a group refuses to start', () => {
    const disk = build()
    const whole = disk.contentOf(segmentName(2))
    const end = inspectJournal({ storage: disk })!.segments[1]!.endOffset
    for (let cut = 0; cut < end; cut += 1) {
      disk.replace(segmentName(2), whole.subarray(0, cut))
      expect(() => inspectJournal({ storage: disk })).toThrow(JournalDamagedError)
    }
    disk.replace(segmentName(2), whole.subarray(0, end))
    expect(inspectJournal({ storage: disk })!.chain.seq).toBe(120)
  })

  it('missing, renamed or of another journal: refused', () => {
    const missing = build()
    missing.remove(segmentName(2))
    expect(() => inspectJournal({ storage: missing })).toThrow(/segment-00000002\.journal is missing/)
    const swapped = build()
    const [two, three] = [swapped.contentOf(segmentName(2)), swapped.contentOf(segmentName(3))]
    swapped.replace(segmentName(2), three)
    swapped.replace(segmentName(3), two)
    expect(() => inspectJournal({ storage: swapped })).toThrow(/under another name/)
    const foreign = build()
    foreign.replace(segmentName(2), build().contentOf(segmentName(2)))
    expect(() => inspectJournal({ storage: foreign })).toThrow(/belongs to another journal/)
  })

  it('continued by an older writer: refused', () => {
    const disk = createSimulatedStorage()
    const old = openJournal({ storage: disk, segmentBytes: SEGMENT_BYTES })
    old.append(1, Buffer.from('one'))
    old.commit(1)
    const before = disk.contentOf(NAME)
    old.append(1, Buffer.from('by the old writer'))
    old.commit(2)
    const after = disk.contentOf(NAME)
    // The newer writer opened at the end of the older one; then the older one's frame arrives late, in its chain.
    const newDisk = createSimulatedStorage(new Map([[NAME, before]]))
    openJournal({ storage: newDisk, segmentBytes: SEGMENT_BYTES })
    const { endOffset } = inspectJournal({ storage: newDisk })!.segments[0]!
    const forged = newDisk.contentOf(NAME)
    const frame = Buffer.from(after.subarray(inspectEnd(before), inspectEnd(after)))
    frame.writeUInt32LE(inspectJournal({ storage: newDisk })!.chain.crc, 28)
    refreshCrc(frame)
    frame.copy(forged, endOffset)
    const storage = createSimulatedStorage(new Map([[NAME, forged]]))
    expect(() => inspectJournal({ storage })).toThrow(/older writer/)
  })
})

function inspectEnd(bytes: Buffer): number {
  return inspectJournal({ storage: createSimulatedStorage(new Map([[NAME, bytes]])) })!.segments[0]!.endOffset
}

const refreshCrc = (frame: Buffer): void =>
  void frame.writeUInt32LE(crc32(frame.subarray(0, frame.length - 4)), frame.length - 4)
