import { bytesToHex, hexToBytes, shareRecord, type ShareRecord } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { joinSeed, splitSeed, WrongParts, type SeedParts } from './seedParts.ts'
import { walletKeys } from './walletKeys.ts'

const SEED = hexToBytes(`0x${'11'.repeat(32)}`)
const { evmAddress } = walletKeys(SEED)
const parts = (generation = 1): Promise<SeedParts> => splitSeed(SEED, { generation, evmAddress })

describe('parts of a seed', () => {
  it('any two make it whole, in either order; each is a record of the protocol', async () => {
    const { device, server, recovery } = await parts()
    for (const [one, other] of [
      [device, server],
      [server, device],
      [device, recovery],
      [recovery, server],
    ] as const)
      expect(bytesToHex(await joinSeed(one, other))).toBe(bytesToHex(SEED))
    for (const part of [device, server, recovery]) expect(shareRecord.parse(part)).toEqual(part)
  })

  it('one part says nothing of the seed: two splits have no part in common', async () => {
    const [first, second] = [await parts(), await parts()]
    for (const kind of ['device', 'server', 'recovery'] as const) {
      expect(first[kind].share).not.toBe(second[kind].share)
      expect(first[kind].share).not.toContain(bytesToHex(SEED).slice(2))
    }
  })

  it('a damaged part, parts of two splits, the same part twice: refused, never a wrong seed', async () => {
    const { device, server } = await parts()
    const later = await parts(2)
    const flipped = (part: ShareRecord): ShareRecord => ({
      ...part,
      share: `${part.share.slice(0, -1)}${part.share.endsWith('0') ? '1' : '0'}`,
    })
    // What a thief could make: another split under the same names, with checksums that fit.
    const other = await splitSeed(SEED, { generation: 1, evmAddress })
    const wrong: readonly (readonly [ShareRecord, ShareRecord])[] = [
      [flipped(device), server],
      [device, flipped(server)],
      [device, later.server],
      [device, device],
      [device, other.server],
      [{ ...device, evmAddress: `0x${'22'.repeat(20)}` }, server],
    ]
    for (const [one, two] of wrong) await expect(joinSeed(one, two)).rejects.toThrow(WrongParts)
  })
})
