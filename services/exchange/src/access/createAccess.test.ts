import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress, createAccess, PROGRAM_HEADER } from './createAccess.ts'

const asked = (peer: string, forwardedFor?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  }) as never

describe('whose request it is', () => {
  it('is the address that connected, whatever a header says, where no proxy is trusted', () => {
    const { addressOf } = createAccess({ host: '127.0.0.1' })
    expect(addressOf(asked('127.0.0.1', '203.0.113.7'))).toBe('127.0.0.1')
    expect(addressOf(asked('::ffff:192.0.2.1', '203.0.113.7'))).toBe('::ffff:192.0.2.1')
  })

  it('is the address that a trusted proxy names, and none that its client names', () => {
    const { addressOf } = createAccess({ host: '127.0.0.1', trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
    expect(addressOf(asked('127.0.0.1', '203.0.113.7'))).toBe('203.0.113.7')
    expect(addressOf(asked('::ffff:127.0.0.1', '2001:db8::1'))).toBe('2001:db8::1')
    expect(addressOf(asked('127.0.0.1', '1.1.1.1, 203.0.113.7'))).toBe('203.0.113.7')
    expect(addressOf(asked('127.0.0.1', '1.1.1.1, 203.0.113.7, 10.2.3.4'))).toBe('203.0.113.7')
    expect(addressOf(asked('127.0.0.1'))).toBe('127.0.0.1')
    expect(addressOf(asked('127.0.0.1', ' , '))).toBe('127.0.0.1')
    expect(addressOf(asked('198.51.100.1', '203.0.113.7'))).toBe('198.51.100.1')
  })

  it('nothing that a client writes before the proxies changes it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (written) => {
        const named = [...written, '203.0.113.7', '10.0.0.9'].join(', ')
        expect(clientAddress('10.0.0.1', named, (address) => address.startsWith('10.'))).toBe('203.0.113.7')
      }),
    )
  })
})

describe('programs of the installation', () => {
  it('are told by their token, and by nothing else', () => {
    const { isExempt } = createAccess({ host: '127.0.0.1', programToken: 'a'.repeat(64) })
    expect(isExempt({ [PROGRAM_HEADER]: 'a'.repeat(64) })).toBe(true)
    for (const token of [undefined, '', 'a', 'b'.repeat(64), ['a'.repeat(64)]])
      expect(isExempt({ [PROGRAM_HEADER]: token })).toBe(false)
    const without = createAccess({ host: '127.0.0.1' })
    for (const token of [undefined, '', 'undefined'])
      expect(without.isExempt({ [PROGRAM_HEADER]: token })).toBe(false)
  })
})
