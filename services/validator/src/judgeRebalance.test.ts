import {
  hexToBytes,
  rebalanceArgs,
  REBALANCE_VALID_MS,
  usd6,
  type Address,
  type Id,
  type RebalanceLot,
} from '@vest/protocol'
import type { WatchedVault } from '@vest/evm'
import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { readLot, refusalOfLot } from './judgeRebalance.ts'

const VAULT: Address = `0x${'7a'.repeat(20)}`
const TOKEN: Address = `0x${'dc'.repeat(20)}`
const NOW = 1_750_000_000_000
const HOME = 42161
const watchedOf = (changes: Partial<WatchedVault> = {}): ReadonlyMap<number, WatchedVault> =>
  new Map(
    [
      { chainId: HOME, vault: VAULT, token: TOKEN, decimals: 6 },
      { chainId: 8453, vault: VAULT, token: TOKEN, decimals: 6, ...changes },
    ].map((each) => [each.chainId, each]),
  )
const LOT: RebalanceLot = {
  nonce: 4,
  deadlineMs: NOW + REBALANCE_VALID_MS,
  domain: 6,
  token: TOKEN,
  sizeUsd6: usd6(300_000_000_000),
  chainId: HOME,
}
const read = (changes: Partial<RebalanceLot> = {}, watched = watchedOf(), chainId = HOME) => {
  const requestArgs = rebalanceArgs({ ...LOT, ...changes })
  return readLot(watched, { chainId, id: keccak256(hexToBytes(requestArgs)) as Id, requestArgs }, NOW)
}

describe('a lot that a validator is asked to sign', () => {
  it('is read anew from its bytes', () => expect(read()).toEqual(LOT))

  it.each([
    ['goes to a chain that is not watched', { domain: 2 }, watchedOf()],
    ['stays on its chain', { domain: 3 }, watchedOf()],
    ['goes to Solana', { domain: 5 }, watchedOf()],
    ['goes where the vault has another address', {}, watchedOf({ vault: TOKEN })],
    ['goes where the vault holds another token', {}, watchedOf({ token: VAULT })],
    ['is of another token', { token: VAULT }, watchedOf()],
    ['can be sent for longer than an hour', { deadlineMs: NOW + 2 * REBALANCE_VALID_MS }, watchedOf()],
    ['can be sent no more', { deadlineMs: NOW }, watchedOf()],
    ['is larger than a lot', { sizeUsd6: usd6(1_000_000_000_001) }, watchedOf()],
    ['leaves another chain than was said', { chainId: 8453 }, watchedOf()],
  ])('is refused where it %s', (_, changes, watched) =>
    expect(read(changes, watched)).toHaveProperty('refusal'),
  )

  it('is refused for each altered byte', () => {
    const bytes = rebalanceArgs(LOT)
    const id = keccak256(hexToBytes(bytes)) as Id
    for (let at = 2; at < bytes.length; at += 1) {
      const digit = bytes[at] === 'f' ? '0' : 'f'
      const requestArgs = `0x${bytes.slice(2, at)}${digit}${bytes.slice(at + 1)}` as const
      expect(readLot(watchedOf(), { chainId: HOME, id, requestArgs }, NOW)).toHaveProperty('refusal')
    }
  })

  it('leaves behind what waits on its chain, for Solana too, and what has to be kept', () => {
    const waiting = (chainId: number, size: number, status = 'NEW') => ({
      type: 'WITHDRAW',
      status,
      chainId,
      size,
    })
    const transfers = [
      waiting(HOME, 40_000_000_000),
      waiting(0, 10_000_000_000, 'VERIFIED'),
      waiting(8453, 700_000_000_000),
      waiting(HOME, 900_000_000_000, 'FILLED'),
    ]
    const replica = { query: () => transfers } as never
    const refusal = (held: number, nextNonce = 4) =>
      refusalOfLot(replica, LOT, { nextNonce, heldUsd6: usd6(held) }, 250_000_000_000)
    expect(refusal(600_000_000_000)).toBeUndefined()
    expect(refusal(599_999_999_999)).toContain('less would stay')
    expect(refusal(600_000_000_000, 5)).toContain('next lot is 5')
  })
})
