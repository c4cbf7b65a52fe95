import { InvariantError, type Address, type Hex } from '@vest/protocol'
import { fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import * as fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, type Log } from 'viem'
import { describe, expect, it } from 'vitest'
import { authorizedDepositId, depositId } from './depositId.ts'
import { openDepositAccounts } from './depositAccounts.ts'
import { readVaultLogs } from './vaultLogs.ts'

const address = (byte: string): Address => `0x${byte.repeat(20)}`
const [vault, token, alice, bob, zero] = [
  address('aa'),
  address('bb'),
  address('01'),
  address('02'),
  address('00'),
]
const watched = { chainId: 42161, vault, token, decimals: 6 }
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`
const uint = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])

const log = (
  at: { tx: number; index: number; block?: number },
  by: Address,
  topics: readonly unknown[],
  data: Hex,
): Log =>
  ({
    address: by,
    topics,
    data,
    blockNumber: BigInt(at.block ?? at.tx),
    blockHash: hash(1_000 + (at.block ?? at.tx)),
    transactionHash: hash(at.tx),
    transactionIndex: 0,
    logIndex: at.index,
    removed: false,
  }) as unknown as Log
const transfer = (
  at: { tx: number; index: number },
  from: Address,
  value: bigint,
  to: Address = vault,
  by: Address = token,
): Log =>
  log(
    at,
    by,
    encodeEventTopics({ abi: fiatTokenAbi, eventName: 'Transfer', args: { from, to } }),
    uint(value),
  )
const named = (at: { tx: number; index: number }, from: Address, to: Address, value: bigint): Log =>
  log(
    at,
    vault,
    encodeEventTopics({ abi: vestVaultAbi, eventName: 'Deposit', args: { token, from, to } }),
    uint(value),
  )
const authorized = (at: { tx: number; index: number }, from: Address, nonce: Hex, value: bigint): Log =>
  log(
    at,
    vault,
    encodeEventTopics({ abi: vestVaultAbi, eventName: 'AuthorizedDeposit', args: { token, from, nonce } }),
    uint(value),
  )

describe('reading the vault’s logs', () => {
  it('what comes to a deposit address is its account’s, from any sender, once; the sweep credits nothing', () => {
    const addresses = openDepositAccounts(vault)
    const home = addresses.issue(alice)
    const stranger = openDepositAccounts(vault).issue(bob)
    const { deposits, moves, touched } = readVaultLogs({ ...watched, addresses }, [
      transfer({ tx: 1, index: 0 }, bob, 5_000_000n, home),
      // Minted to it: a transfer from another chain, or a provider's sale.
      transfer({ tx: 2, index: 0 }, zero, 7_000_000n, home),
      transfer({ tx: 3, index: 0 }, home, 12_000_000n),
      // Of another token, and to an address that was never told.
      transfer({ tx: 4, index: 0 }, bob, 9_000_000n, home, address('cc')),
      transfer({ tx: 5, index: 0 }, bob, 9_000_000n, stranger),
    ])
    expect(deposits.map(({ from, to, amountUsd6 }) => ({ from, to, amountUsd6 }))).toEqual([
      { from: bob, to: alice, amountUsd6: 5_000_000 },
      { from: zero, to: alice, amountUsd6: 7_000_000 },
    ])
    expect(moves.map(({ deltaUsd6 }) => deltaUsd6)).toEqual([5_000_000n, 7_000_000n])
    expect(touched.map(({ blockNumber, forwarder }) => [Number(blockNumber), forwarder])).toEqual([
      [1, home],
      [2, home],
      [3, home],
    ])
  })

  it('one transfer is one deposit, whether the vault names its owner or not', () => {
    const { deposits } = readVaultLogs(watched, [
      transfer({ tx: 1, index: 0 }, alice, 5n),
      transfer({ tx: 2, index: 0 }, alice, 7n),
      named({ tx: 2, index: 1 }, alice, bob, 7n),
      transfer({ tx: 3, index: 4 }, bob, 9_000_000n),
      authorized({ tx: 3, index: 5 }, bob, hash(99), 9_000_000n),
    ])
    expect(
      deposits.map(({ id, from, to, amountUsd6, logIndex }) => ({ id, from, to, amountUsd6, logIndex })),
    ).toEqual([
      { id: depositId(42161, hash(1), 0), from: alice, to: undefined, amountUsd6: 5, logIndex: 0 },
      { id: depositId(42161, hash(2), 1), from: alice, to: bob, amountUsd6: 7, logIndex: 1 },
      {
        id: authorizedDepositId(42161, token, bob, hash(99)),
        from: bob,
        to: undefined,
        amountUsd6: 9_000_000,
        logIndex: 5,
      },
    ])
  })
  it('below a dollar a deposit is called by its log, whatever its owner signed', () => {
    const { deposits } = readVaultLogs(watched, [
      transfer({ tx: 3, index: 4 }, bob, 999_999n),
      authorized({ tx: 3, index: 5 }, bob, hash(99), 999_999n),
    ])
    expect(deposits.map(({ id }) => id)).toEqual([depositId(42161, hash(3), 5)])
  })
  it('a contract that deposits and transfers in one transaction is credited for both', () => {
    const { deposits } = readVaultLogs(watched, [
      transfer({ tx: 1, index: 0 }, alice, 5n),
      transfer({ tx: 1, index: 1 }, alice, 5n),
      named({ tx: 1, index: 2 }, alice, bob, 5n),
      transfer({ tx: 1, index: 3 }, alice, 5n),
    ])
    expect(deposits.map(({ logIndex, to }) => [logIndex, to])).toEqual([
      [0, undefined],
      [2, bob],
      [3, undefined],
    ])
  })
  it('money of no account: minted, moved by the vault itself, of another token, to another address, dust', () => {
    const { deposits } = readVaultLogs({ ...watched, decimals: 18 }, [
      transfer({ tx: 1, index: 0 }, zero, 10n ** 18n),
      transfer({ tx: 1, index: 1 }, vault, 10n ** 18n),
      transfer({ tx: 1, index: 2 }, alice, 10n ** 18n, vault, address('cc')),
      transfer({ tx: 1, index: 3 }, alice, 10n ** 18n, bob),
      transfer({ tx: 1, index: 4 }, alice, 10n ** 12n - 1n),
    ])
    expect(deposits).toEqual([])
  })
  it('logs that imitate the vault, from elsewhere, say nothing', () => {
    const forged = { ...named({ tx: 1, index: 1 }, alice, bob, 5n), address: address('dd') } as Log
    const { deposits } = readVaultLogs(watched, [transfer({ tx: 1, index: 0 }, alice, 5n), forged])
    expect(deposits.map(({ to, logIndex }) => [to, logIndex])).toEqual([[undefined, 0]])
  })
  it('a deposit of the vault without its transfer stops everything', () => {
    const cases = [
      [named({ tx: 1, index: 1 }, alice, bob, 5n)],
      [transfer({ tx: 1, index: 0 }, alice, 4n), named({ tx: 1, index: 1 }, alice, bob, 5n)],
      [transfer({ tx: 2, index: 0 }, alice, 5n), named({ tx: 1, index: 1 }, alice, bob, 5n)],
      [transfer({ tx: 1, index: 2 }, alice, 5n), named({ tx: 1, index: 1 }, alice, bob, 5n)],
      [
        transfer({ tx: 1, index: 0 }, alice, 5n),
        named({ tx: 1, index: 1 }, alice, bob, 5n),
        named({ tx: 1, index: 2 }, alice, bob, 5n),
      ],
    ]
    for (const logs of cases) expect(() => readVaultLogs(watched, logs)).toThrow(InvariantError)
  })
  it('announced in any order and any number, the sum is what moved', () => {
    const kind = fc.constantFrom('plain', 'named', 'authorized')
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind, value: fc.bigInt({ min: 1n, max: 10n ** 12n }) }), { maxLength: 20 }),
        fc.infiniteStream(fc.nat()),
        (moves, keys) => {
          const logs = moves.flatMap(({ kind: how, value }, tx) => [
            transfer({ tx, index: 0 }, alice, value),
            ...(how === 'named'
              ? [named({ tx, index: 1 }, alice, bob, value)]
              : how === 'authorized'
                ? [authorized({ tx, index: 1 }, alice, hash(tx), value)]
                : []),
          ])
          const shuffled = logs
            .map((one) => ({ one, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one)
          const { deposits } = readVaultLogs(watched, shuffled)
          expect(new Set(deposits.map(({ id }) => id)).size).toBe(moves.length)
          expect(deposits.reduce((sum, { amountUsd6 }) => sum + BigInt(amountUsd6), 0n)).toBe(
            moves.reduce((sum, { value }) => sum + value, 0n),
          )
          expect(readVaultLogs(watched, logs)).toMatchObject({ deposits, completions: [] })
        },
      ),
    )
  })
})
