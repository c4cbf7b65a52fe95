/**
 * The exhaustive half of R3: a 256 KiB segment cut and zeroed at each of its bytes and 200,000 flips and bursts,
 * all against an expectation worked out from where the groups end. Scans begin two frames in front of the place,
 * which what lies before cannot know; a sample of each is scanned as a whole, and must say the same.
 */
import { expect, it } from 'vitest'
import { seededRandom } from '../testing/seededRandom.ts'
import { writeSegmentImage, type RecoveryOutcome } from '../testing/segmentImage.ts'
import { SEGMENT_HEADER_BYTES } from './segment.ts'

/** A long run asks for larger numbers. */
const SEGMENT_BYTES = Number(process.env['VEST_SEGMENT_BYTES'] ?? 262_144)
const FLIPS = Number(process.env['VEST_FLIPS'] ?? 200_000)
const image = writeSegmentImage({ seed: 64, segmentBytes: SEGMENT_BYTES })
const last = image.frames.length - 1
const written = image.frames[last]!.end
/** One in so many is scanned from the first byte, too. */
const SAMPLE = 512

/** Index of the frame that holds each eighth byte: searching would take longer than scanning. */
const frameOfByte = new Uint32Array(SEGMENT_BYTES / 8)
image.frames.forEach(({ start, end }, place) => frameOfByte.fill(place, start / 8, end / 8))
frameOfByte.fill(last + 1, written / 8)
const frameAt = (offset: number): number => frameOfByte[offset >> 3]!

const prefixOf = (frames: number): RecoveryOutcome =>
  frames === 0
    ? { lastSeq: 0, endOffset: SEGMENT_HEADER_BYTES }
    : { lastSeq: image.frames[frames - 1]!.lastSeq, endOffset: image.frames[frames - 1]!.end }

/** What recovery says of bytes that are changed from `offset` on. */
function outcomeOf(bytes: Buffer, offset: number, round: number): RecoveryOutcome {
  const place = frameAt(Math.min(offset, SEGMENT_BYTES - 1))
  if (place < 3) return image.inspect(bytes)
  const outcome = image.inspectBehind(place - 3, bytes)
  if (round % SAMPLE === 0) expect(outcome).toEqual(image.inspect(bytes))
  return outcome
}

function expectSame(outcome: RecoveryOutcome, expected: RecoveryOutcome, where: object): void {
  if (!image.isSame(outcome, expected)) expect({ ...where, outcome }).toEqual({ ...where, outcome: expected })
}

it(`[R3] ${SEGMENT_BYTES} cuts, one at each byte of a segment: each time exactly the whole groups before the cut`, () => {
  let checked = 0
  for (let cut = 0; cut < SEGMENT_BYTES; cut += 1) {
    const expected = cut < SEGMENT_HEADER_BYTES ? 'refused' : prefixOf(frameAt(cut))
    expectSame(outcomeOf(image.bytes.subarray(0, cut), cut, cut), expected, { cut })
    checked += 1
  }
  expect(checked).toBe(SEGMENT_BYTES)
})

it('[R3] zeros from each byte on: the whole groups before it', () => {
  const bytes = Buffer.from(image.bytes)
  for (let cut = written - 1; cut >= SEGMENT_HEADER_BYTES; cut -= 1) {
    bytes[cut] = 0
    // A frame whose last bytes are zero anyway is whole although it was "cut" there.
    let whole = cut
    while (whole < written && image.bytes[whole] === 0) whole += 1
    // Zeros that go on for longer say nothing more.
    const shown = bytes.subarray(0, Math.min(SEGMENT_BYTES, cut + 4_096))
    expectSame(outcomeOf(shown, cut, cut), prefixOf(frameAt(whole)), { cut })
  }
  expect(bytes.subarray(SEGMENT_HEADER_BYTES).every((byte) => byte === 0)).toBe(true)
})

it(`[R3] ${FLIPS} flips and bursts of 2 to 32 bits: none undetected`, () => {
  const random = seededRandom(64)
  const bytes = Buffer.from(image.bytes)
  const verdicts = { refused: 0, dropped: 0 }
  for (let round = 0; round < FLIPS; round += 1) {
    const bits = round % 2 === 0 ? 1 : 2 + Math.floor(random() * 31)
    // One in ten aims at the end, where recovery has to decide.
    const fromByte = round % 10 === 0 ? written - 400 : 0
    const firstBit = fromByte * 8 + Math.floor(random() * ((written - fromByte) * 8 - bits))
    const lastBit = firstBit + bits - 1
    const flipped: number[] = []
    for (let bit = firstBit; bit <= lastBit; bit += 1)
      if (bit === firstBit || bit === lastBit || random() < 0.5) flipped.push(bit)
    for (const bit of flipped) bytes[bit >> 3]! ^= 1 << (bit & 7)
    const isHeader = firstBit >> 3 < SEGMENT_HEADER_BYTES
    const isFollowed = frameAt(lastBit >> 3) < last
    const expected = isHeader || isFollowed ? 'refused' : prefixOf(frameAt(firstBit >> 3))
    const outcome = isHeader ? image.inspect(bytes) : outcomeOf(bytes, firstBit >> 3, round)
    expectSame(outcome, expected, { round, firstBit, bits })
    verdicts[outcome === 'refused' ? 'refused' : 'dropped'] += 1
    for (const bit of flipped) bytes[bit >> 3]! ^= 1 << (bit & 7)
  }
  expect(bytes.equals(image.bytes)).toBe(true)
  expect(verdicts.refused).toBeGreaterThan(FLIPS * 0.75)
  expect(verdicts.dropped).toBeGreaterThan(FLIPS / 200)
})
