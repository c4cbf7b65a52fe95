import { describe, expect, it } from 'vitest'
import { accountAddress, isSolanaAddress, solanaAddressOf, solanaPublicKey } from './solanaAddress.ts'
import { bytesToHex } from './abi.ts'

/** The system program, the token program, USDC's mint: fixed by the network. */
const KNOWN = [
  ['11111111111111111111111111111111', `0x${'00'.repeat(32)}`],
  [
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    '0x06ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a9',
  ],
  [
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    '0xc6fa7af3bedbad3a3d65f36aabc97431b1bbe4c2d2f6e0e47ca60203452f5d61',
  ],
] as const

describe('[5.2] addresses of Solana', () => {
  it.each(KNOWN)('%s is a key, and that key is written so', (address, key) => {
    const bytes = solanaPublicKey(address)!
    expect([bytesToHex(bytes), solanaAddressOf(bytes)]).toEqual([key, address])
  })

  it.each([
    ['empty', ''],
    ['one character short', '1'.repeat(31)],
    ['too many bytes', '1'.repeat(33)],
    ['too large a number', 'z'.repeat(44)],
    ['too long', '1'.repeat(45)],
    ['a character that base58 lacks', `0${KNOWN[1][0].slice(1)}`],
    ['another that looks like one', `l${KNOWN[1][0].slice(1)}`],
    ['one character more', `${KNOWN[2][0]}1`],
    ['an address of an EVM chain', `0x${'ab'.repeat(20)}`],
    ['spaces around', ` ${KNOWN[2][0]} `],
  ])('%s is none', (_, text) => {
    expect(isSolanaAddress(text)).toBe(false)
  })

  it('an account has one name: EVM addresses in lower case, base58 as it is', () => {
    expect(accountAddress(`0x${'AB'.repeat(20)}`)).toBe(`0x${'ab'.repeat(20)}`)
    expect(accountAddress(KNOWN[2][0])).toBe(KNOWN[2][0])
    expect([accountAddress(KNOWN[2][0].toLowerCase()), accountAddress('0xab'), accountAddress('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
