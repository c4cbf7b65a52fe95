import { describe, expect, it } from 'vitest'
import { bytesToHex, concatBytes, hexToBytes } from './abi.ts'
import { completeBurnMessage, readBurnMessage } from './burnMessage.ts'

const word = (digit: string): string => digit.repeat(64)
const number = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
/** As the contract packs it. */
const MESSAGE = `0x${[
  ...[number(1, 8), number(3, 8), number(5, 8), word('0'), word('a'), word('b'), word('0')],
  ...[number(2000, 8), number(0, 8)],
  ...[number(1, 8), word('c'), word('d'), number(99_500_000, 64), word('e'), word('0'), word('0'), word('0')],
  word('f'),
].join('')}` as const

describe('messages of what was burned', () => {
  it('are read from their places', () => {
    expect(readBurnMessage(MESSAGE)).toEqual({
      sourceDomain: 3,
      destinationDomain: 5,
      nonce: `0x${word('0')}`,
      sender: `0x${word('a')}`,
      burnToken: `0x${word('c')}`,
      mintRecipient: `0x${word('d')}`,
      amount: 99_500_000n,
      withdrawalId: `0x${word('f')}`,
    })
  })

  it('are none with a byte more or less', () => {
    const bytes = hexToBytes(MESSAGE)
    for (const other of [bytes.subarray(1), concatBytes(bytes, Uint8Array.of(0)), new Uint8Array()])
      expect(readBurnMessage(bytesToHex(other))).toBeUndefined()
  })

  it('are completed by a nonce and the finality, and by nothing else', () => {
    const done = completeBurnMessage(MESSAGE, `0x${word('7')}`)
    expect(readBurnMessage(done)).toEqual({ ...readBurnMessage(MESSAGE), nonce: `0x${word('7')}` })
    expect(done.slice(2 + 2 * 144, 2 + 2 * 148)).toBe(number(2000, 8))
    const [before, after] = [hexToBytes(MESSAGE), hexToBytes(done)]
    const changed = [...before].flatMap((byte, at) => (byte === after[at] ? [] : [at]))
    expect(changed.every((at) => (at >= 12 && at < 44) || (at >= 144 && at < 148))).toBe(true)
  })
})
