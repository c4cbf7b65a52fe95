/** Addresses of known seeds, as ethers, hdkey, ed25519-hd-key and micro-key-producer derive them; SLIP-0010's own vectors. */
import { bytesToHex, hexToBytes } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { privateKeyToAddress } from 'viem/accounts'
import { deriveEd25519 } from './deriveEd25519.ts'
import { capitalAddresses, capitalKey, walletKeys, wipe } from './walletKeys.ts'

/** EVM: ethers 6.17 and hdkey 2.1 agree. Solana: ed25519-hd-key 2.0 and micro-key-producer 0.8 agree, address by tweetnacl. */
const VECTORS = [
  {
    seed: '0x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    evmKey: '0x11407d418c91c6314e009de5a478110ba7e23714289fe8a87941f5773cc38778',
    evmAddress: '0x919538116b4f25f1ce01429fd9ed7964556bf565',
    solanaKey: '0x1867f8ad66f78284dcea741f14b310407c88d7d240ed392d5dd13f6c195bc161',
    solanaAddress: 'CuzTwnSW4kZrTz6hGmLgfdmNDwq18nJpmJvAgDizacU1',
  },
  {
    seed: `0x${'11'.repeat(32)}`,
    evmKey: '0xdc2373152a1a3b4900a4c8e2a995301695388e852dba726cc23dc4153cbb4542',
    evmAddress: '0x9fe6412b4ab57954e8f71096a30d15ad842f24bc',
    solanaKey: '0xb3272fb2beda415b91287cb11abaf5ff25d60509aebb6e492d9cd9663451d713',
    solanaAddress: '75bWqZkonj2fBtB9c2qNvpmPPcJDxvtkWrYf6bdJFZEy',
  },
  {
    seed: '0xf0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3b4a5968778695a4b3c2d1e0f',
    evmKey: '0xc58a3f66550a3c7bbc9f0fcd685896be21d0dddc9ab4917cdd935da5324e6115',
    evmAddress: '0xfb94876f9672e504c90f50cbcb64dfac9cd8741d',
    solanaKey: '0xa88665ef0bb18f7e0a5059fdae78bd1cba2cd927810857e709414784bba67284',
    solanaAddress: '8rSaDsrSaTrutUMMmRur9B4jJErxXMasHgo21ZxYVs6P',
  },
]

/** Of the first seed, at m/44'/60'/1'/0/index and m/44'/60'/2'/0/index. */
const CAPITAL_VECTORS = [
  ['evaluation', 0, '0x038c1a7b8944858b2a1accfba7c5c9ba60f0f51a324a78c2e8b97e1437a65ad7'],
  ['evaluation', 7, '0x80696fe9367a562c00705258d1087a159d6bfa858c80afa99c2a4df33d32cd86'],
  ['evaluation', 999, '0x74b88a52ab4abf55f9d4c9a2bd140606cffc3d895312807b194d75474099097c'],
  ['funded', 0, '0xb026dde1a83b431cba1400edc1b89554dffb808bedc236cc26dfee0269c8b3ea'],
  ['funded', 7, '0x0a6519bb79e37c77a955171ccaa0c9545fd6da2083438d56153494c7447fceba'],
  ['funded', 999, '0x503f8389ad68182dd5db70925d6fdfbeaa473dc958e7685536e6894631b03081'],
] as const

describe('keys of a wallet', () => {
  it.each(VECTORS)('$evmAddress and $solanaAddress, as other libraries have them', (vector) => {
    const { evmKey, solanaKey, ...addresses } = walletKeys(hexToBytes(vector.seed))
    expect({
      seed: vector.seed,
      evmKey: bytesToHex(evmKey),
      solanaKey: bytesToHex(solanaKey),
      ...addresses,
    }).toEqual(vector)
  })

  it('further keys, as BIP-32 written down in another language has them', () => {
    const seed = hexToBytes(VECTORS[0]!.seed)
    for (const [stage, index, key] of CAPITAL_VECTORS) {
      const { evmKey, evmAddress } = capitalKey(seed, { stage, index })
      expect([stage, index, bytesToHex(evmKey)]).toEqual([stage, index, key])
      expect(evmAddress).toBe(privateKeyToAddress(key).toLowerCase())
      expect(capitalAddresses(seed, stage, index, 1)).toEqual([evmAddress])
    }
  })

  it('no two of all places share an address', () => {
    const seed = hexToBytes(VECTORS[1]!.seed)
    const all = [
      walletKeys(seed).evmAddress,
      ...capitalAddresses(seed, 'evaluation', 0, 20),
      ...capitalAddresses(seed, 'funded', 0, 20),
    ]
    expect(new Set(all).size).toBe(41)
    expect(capitalAddresses(seed, 'funded', 5, 3)).toEqual(all.slice(26, 29))
  })

  it('SLIP-0010 test vector 1 for ed25519, every step', () => {
    const seed = hexToBytes('0x000102030405060708090a0b0c0d0e0f')
    const keys = [[], [0], [0, 1], [0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 2, 1_000_000_000]].map((path) =>
      bytesToHex(deriveEd25519(seed, path)),
    )
    expect(keys).toEqual([
      '0x2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
      '0x68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
      '0xb1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2',
      '0x92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9',
      '0x30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662',
      '0x8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    ])
  })

  it('a seed of another length is none', () => {
    for (const length of [0, 16, 31, 33, 64])
      expect(() => walletKeys(new Uint8Array(length))).toThrow(RangeError)
  })

  it('what is wiped is zero', () => {
    const secret = Uint8Array.of(1, 2, 3)
    wipe(secret)
    expect([...secret]).toEqual([0, 0, 0])
  })
})
