/**
 * The exhaustive half of R3: a 64 KiB segment cut at each of its bytes and 50,000 random flips and bursts,
 * all against an expectation worked out from where the groups end.
 */
import { expect, it } from 'vitest'
import { seededRandom } from '../testing/seededRandom.ts'
import { writeSegmentImage } from '../testing/segmentImage.ts'
import { SEGMENT_HEADER_BYTES } from './segment.ts'

const image = writeSegmentImage({ seed: 64, segmentBytes: 65_536 })

it('[R3] 65,537 cuts of a 64 KiB segment: each time exactly the whole groups before the cut', () => {
  for (let cut = 0; cut <= image.bytes.length; cut += 1) {
    const expected = cut < SEGMENT_HEADER_BYTES ? 'refused' : image.prefixBefore(cut)
    const outcome = image.inspect(image.bytes.subarray(0, cut))
    if (!image.isSame(outcome, expected)) expect({ cut, outcome }).toEqual({ cut, outcome: expected })
  }
})

it('[R3] 50,000 flips and bursts of up to 32 bits: none undetected', () => {
  const random = seededRandom(64)
  const last = image.frames.length - 1
  const written = image.frames[last]!.end
  const bytes = Buffer.from(image.bytes)
  for (let round = 0; round < 50_000; round += 1) {
    const bits = 1 + Math.floor(random() * 32)
    const firstBit = Math.floor(random() * (written * 8 - bits))
    const flipped: number[] = []
    for (let bit = firstBit; bit < firstBit + bits; bit += 1)
      if (bit === firstBit || bit === firstBit + bits - 1 || random() < 0.5) flipped.push(bit)
    for (const bit of flipped) bytes[bit >> 3]! ^= 1 << (bit & 7)
    const firstFrame = image.frameAt(firstBit >> 3)
    const isLastAlone = firstFrame === last
    const expected = isLastAlone ? image.prefixBefore(image.frames[last]!.start) : 'refused'
    const outcome = image.inspect(bytes)
    if (!image.isSame(outcome, expected)) {
      const lastByte = (firstBit + bits - 1) >> 3
      // A burst over the border into the last group hits both: then nothing valid follows and both are dropped.
      const both =
        image.frameAt(lastByte) === last ? image.prefixBefore(image.frames[firstFrame]!.start) : expected
      if (!image.isSame(outcome, both)) expect({ round, firstBit, bits, outcome }).toEqual({ outcome: both })
    }
    for (const bit of flipped) bytes[bit >> 3]! ^= 1 << (bit & 7)
  }
  expect(bytes.equals(image.bytes)).toBe(true)
})
