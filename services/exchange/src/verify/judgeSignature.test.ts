import { canonicalSignature, type Hex, type RequestOrderType, type SignedAction } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { flipBit, highS, keccak, testKey } from '../testing/testKeys.ts'
import { judgeSignature } from './judgeSignature.ts'

const SIGNER = '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'
const PRIMARY = '0x1563915e194d8cfba1943570603f7606a3115508'
const SET_A = '0x919386306c47b2fe1036e3b4f7c40d22d2461a23'
const SET_B = '0x8e4d87aef4ac4d5415c35a12319013e34223825b'
const T = 1_700_000_000_000

/** Published signatures over published inputs (wire 2.7). */
const ORDER: SignedAction = {
  kind: 'order',
  time: T,
  nonce: T,
  orderType: 'LIMIT',
  symbol: 'BTC-PERP',
  isBuy: true,
  size: '0.1000',
  limitPrice: '30000.00',
  reduceOnly: false,
}
const ORDER_SIGNATURE: Hex =
  '0x6102f259149cd78fd18a338b27188cd1bb8180147fff6a83610645b0b86c748d06060886e5383c0b34862bf6c53b16b6c4b4b787ffc4d289f625a00479ec38781b'
const WITHDRAW: SignedAction = {
  kind: 'withdraw',
  time: T,
  nonce: T,
  account: PRIMARY,
  recipient: PRIMARY,
  token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  size: 100_000_000,
  chainId: 42161,
}
const WITHDRAW_SIGNATURE: Hex =
  '0x9a16bffb9104ccca547eab84bebdcf34793b39268b797357533ddfda14e079ec084f6c37702f7ce4153ac8c59deb8fe5a56f561cf9846af0648c1714ddadbb631c'
const REGISTER_A: Hex =
  '0x27cc97d5d286393b21070c39e109f8737800e107423a13022f863acff8d2ad4d679fe49f3b8aca5f100c9569a795e6fdc7bb7bbca920021e4f0eea5f5aac5e7c1b'
const REGISTER_B: Hex =
  '0xf56a4af077ffbffee49576596011043c6cacc413eae7c67c64717a8717663c1952b98a161489e599d8e9353718caf3231e379b3228597089fb71d5f25346b5a31b'

const parts = (signature: string) => {
  const canonical = canonicalSignature(signature)!
  return { compact: canonical.compact, recovery: canonical.recovery }
}
const signerOf = (action: SignedAction, signature: string) => {
  const verdict = judgeSignature(
    { kind: 'action', account: PRIMARY, action, signature: parts(signature) },
    keccak,
  )
  return verdict.kind === 'action' ? verdict.signer : undefined
}

describe('judgeSignature', () => {
  it('[7.29] recovers the signer of the published order', () => {
    const job = {
      kind: 'action',
      account: PRIMARY,
      action: ORDER,
      signature: parts(ORDER_SIGNATURE),
    } as const
    expect(judgeSignature(job, keccak)).toEqual({
      kind: 'action',
      signer: SIGNER,
      hash: '0x8b957b264406243de16f134d7ba32565ac79916c0f4e00df525908aca88545b9',
      orderId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  it('recovers the signer of the published withdrawal; its hash is the id', () => {
    const job = {
      kind: 'action',
      account: PRIMARY,
      action: WITHDRAW,
      signature: parts(WITHDRAW_SIGNATURE),
    } as const
    expect(judgeSignature(job, keccak)).toMatchObject({
      signer: SIGNER,
      hash: '0xfe084eb7705e7ba9a8506dcdfa31624086406bb15226ede6d8b168ad17ab8838',
    })
  })

  it('finds the contract that a published registration was signed over', () => {
    const job = {
      kind: 'registration',
      account: PRIMARY,
      signer: SIGNER,
      expiryTimeMs: 1_800_000_000_000,
    } as const
    const contracts = [SET_A, SET_B] as const
    expect(judgeSignature({ ...job, contracts, signature: parts(REGISTER_A) }, keccak)).toMatchObject({
      contract: SET_A,
    })
    expect(judgeSignature({ ...job, contracts, signature: parts(REGISTER_B) }, keccak)).toMatchObject({
      contract: SET_B,
    })
    expect(judgeSignature({ ...job, contracts: [SET_B], signature: parts(REGISTER_A) }, keccak)).toEqual({
      kind: 'registration',
    })
  })

  it('hears another signer when any signed field is another', () => {
    const changed: SignedAction[] = [
      { ...ORDER, time: T + 1 },
      { ...ORDER, nonce: T + 1 },
      { ...ORDER, orderType: 'MARKET' as RequestOrderType },
      { ...ORDER, symbol: 'ETH-PERP' },
      { ...ORDER, isBuy: false },
      { ...ORDER, size: '0.1' },
      { ...ORDER, limitPrice: '30000.0' },
      { ...ORDER, reduceOnly: true },
    ]
    for (const action of changed) expect(signerOf(action, ORDER_SIGNATURE)).not.toBe(SIGNER)
  })

  it('names no signer where the signature recovers to no key', () => {
    // r = 5 is no x coordinate on the curve.
    const r = '5'.padStart(64, '0')
    expect(signerOf(ORDER, `0x${r}${'1'.padStart(64, '0')}1b`)).toBe(undefined)
  })

  it('the high-s twin would recover to the same key: the canonical form is what stops it', () => {
    const twin = highS(ORDER_SIGNATURE)
    expect(canonicalSignature(twin)).toBe(undefined)
    expect(signerOf(ORDER, flipBit(ORDER_SIGNATURE, 31))).not.toBe(SIGNER)
  })

  it('signs in tests what the vectors say', () => {
    expect(testKey(0x11).signAction(ORDER)).toBe(ORDER_SIGNATURE)
    expect(testKey(0x22).approveSigner(SET_A, SIGNER, 1_800_000_000_000)).toBe(REGISTER_A)
  })
})
