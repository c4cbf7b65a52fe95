import { describe, expect, it } from 'vitest'
import { buildFrame, createMessage } from './frame.ts'

describe('frame', () => {
  it.each([
    [0, 2],
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
  ])('writes the length of %i bytes', (length, head) => {
    const frame = buildFrame(Buffer.alloc(length, 0x61), 'binary')
    expect(frame.length).toBe(head + length)
    expect(frame[0]).toBe(0x82)
    const written =
      head === 2 ? frame[1] : head === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2))
    expect(written).toBe(length)
  })

  it('is built once per encoding and shared', () => {
    const message = createMessage({ data: 'PONG' })
    expect(message.frame('binary')).toBe(message.frame('binary'))
    expect(message.frame('text')[0]).toBe(0x81)
    expect(message.frame('text').subarray(2).toString()).toBe('{"data":"PONG"}')
  })
})
