/**
 * The exhaustive half of R3: a 256 KiB segment cut and zeroed at its bytes, with flips and bursts, written once group
 * after group and once with several under way, all against an expectation computed from the ends of groups and what
 * was durable meanwhile. A run takes every fourth byte, from a start chosen by its seed, and flips of that seed; a
 * long one takes all. Scans begin two frames before the position, because earlier bytes cannot matter; a sample of
 * each is scanned as a whole, with the same result.
 */
import { describe, expect, it } from 'vitest'
import { RUN_SEED, shareOf } from '../testing/runSeed.ts'
import { seededRandom } from '../testing/seededRandom.ts'
import { writeSegmentImage, type RecoveryOutcome } from '../testing/segmentImage.ts'
import { SEGMENT_HEADER_BYTES } from './segment.ts'

/** A long run asks for larger numbers. */
const SEGMENT_BYTES = Number(process.env['VEST_SEGMENT_BYTES'] ?? 262_144)
const FLIPS = Number(process.env['VEST_FLIPS'] ?? 50_000)
/** A cut at one byte of this many; the length of the segment is a multiple of it. */
const SHARES = Number(process.env['VEST_BYTE_SHARES'] ?? 4)
const isOurs = (offset: number): boolean => offset % SHARES === shareOf(SHARES)
/** This many are scanned from the first byte, too. */
const WHOLE_SCANS = 512 / SHARES
const every = (rounds: number): number => Math.max(1, Math.floor(rounds / WHOLE_SCANS))

describe.each([
  ['one group after the other', writeSegmentImage({ seed: RUN_SEED, segmentBytes: SEGMENT_BYTES })],
  [
    'several groups under way',
    writeSegmentImage({ seed: RUN_SEED + 1, segmentBytes: SEGMENT_BYTES, isBeside: true }),
  ],
])('[R3] a segment written with %s', (_, image) => {
  const { frames } = image
  const last = frames.length - 1
  const written = frames[last]!.end

  /** Index of the frame that holds each eighth byte: searching would take longer than scanning. */
  const frameOfByte = new Uint32Array(SEGMENT_BYTES / 8)
  frames.forEach(({ start, end }, place) => frameOfByte.fill(place, start / 8, end / 8))
  frameOfByte.fill(last + 1, written / 8)
  const frameAt = (offset: number): number => frameOfByte[offset >> 3]!

  /** End of the durable part, according to the frames after each one. */
  const durableBehind = frames.map(() => 0)
  for (let place = last - 1; place >= 0; place -= 1)
    durableBehind[place] = Math.max(durableBehind[place + 1]!, frames[place + 1]!.durableTo)

  const prefixOf = (count: number): RecoveryOutcome =>
    count === 0
      ? { lastSeq: 0, endOffset: SEGMENT_HEADER_BYTES }
      : { lastSeq: frames[count - 1]!.lastSeq, endOffset: frames[count - 1]!.end }

  /** Result of recovery for bytes that are changed from `offset` on. */
  function outcomeOf(bytes: Buffer, offset: number, isWhole: boolean): RecoveryOutcome {
    const place = frameAt(Math.min(offset, SEGMENT_BYTES - 1))
    if (place < 3) return image.inspect(bytes)
    const outcome = image.inspectBehind(place - 3, bytes)
    if (isWhole) expect(outcome).toEqual(image.inspect(bytes))
    return outcome
  }

  function expectSame(outcome: RecoveryOutcome, expected: RecoveryOutcome, where: object): void {
    if (!image.isSame(outcome, expected))
      expect({ ...where, outcome }).toEqual({ ...where, outcome: expected })
  }

  it(`${SEGMENT_BYTES / SHARES} cuts, one at every byte of the share: each time exactly the whole groups before the cut`, () => {
    let checked = 0
    for (let cut = shareOf(SHARES); cut < SEGMENT_BYTES; cut += SHARES) {
      const expected = cut < SEGMENT_HEADER_BYTES ? 'refused' : prefixOf(frameAt(cut))
      const isWhole = checked % every(SEGMENT_BYTES / SHARES) === 0
      expectSame(outcomeOf(image.bytes.subarray(0, cut), cut, isWhole), expected, { cut })
      checked += 1
    }
    expect(checked).toBe(SEGMENT_BYTES / SHARES)
  })

  it('zeros from every byte of the share on: the whole groups before it', () => {
    const bytes = Buffer.from(image.bytes)
    let judged = 0
    for (let cut = written - 1; cut >= SEGMENT_HEADER_BYTES; cut -= 1) {
      bytes[cut] = 0
      if (!isOurs(cut)) continue
      // A frame whose last bytes are zero anyway is complete although it was "cut" there.
      let whole = cut
      while (whole < written && image.bytes[whole] === 0) whole += 1
      // Longer runs of zeros make no difference.
      const shown = bytes.subarray(0, Math.min(SEGMENT_BYTES, cut + 4_096))
      judged += 1
      const isWhole = judged % every(written / SHARES) === 0
      expectSame(outcomeOf(shown, cut, isWhole), prefixOf(frameAt(whole)), { cut })
    }
    expect(bytes.subarray(SEGMENT_HEADER_BYTES).every((byte) => byte === 0)).toBe(true)
    expect(judged).toBeGreaterThan((written - SEGMENT_HEADER_BYTES) / SHARES - 1)
  })

  it(`${FLIPS} flips and bursts of 2 to 32 bits: none undetected`, () => {
    const random = seededRandom(RUN_SEED)
    const bytes = Buffer.from(image.bytes)
    const verdicts = { refused: 0, dropped: 0 }
    for (let round = 0; round < FLIPS; round += 1) {
      const bits = round % 2 === 0 ? 1 : 2 + Math.floor(random() * 31)
      // One in ten changes the end, where recovery has to decide.
      const fromByte = round % 10 === 0 ? written - 400 : 0
      const firstBit = fromByte * 8 + Math.floor(random() * ((written - fromByte) * 8 - bits))
      const lastBit = firstBit + bits - 1
      const flipped: number[] = []
      for (let bit = firstBit; bit <= lastBit; bit += 1)
        if (bit === firstBit || bit === lastBit || random() < 0.5) flipped.push(bit)
      for (const bit of flipped) bytes[bit >> 3]! ^= 1 << (bit & 7)
      const isHeader = firstBit >> 3 < SEGMENT_HEADER_BYTES
      const [from, to] = [frameAt(firstBit >> 3), frameAt(lastBit >> 3)]
      const wasDurable = isHeader || durableBehind[to]! > frames[from]!.start
      const expected = wasDurable ? 'refused' : prefixOf(from)
      const isWhole = round % every(FLIPS) === 0
      const outcome = isHeader ? image.inspect(bytes) : outcomeOf(bytes, firstBit >> 3, isWhole)
      expectSame(outcome, expected, { round, firstBit, bits })
      verdicts[outcome === 'refused' ? 'refused' : 'dropped'] += 1
      for (const bit of flipped) bytes[bit >> 3]! ^= 1 << (bit & 7)
    }
    expect(bytes.equals(image.bytes)).toBe(true)
    expect(verdicts.refused).toBeGreaterThan(FLIPS * 0.75)
    expect(verdicts.dropped).toBeGreaterThan(FLIPS / 200)
  })
})
