import { actionTuple, bytesToHex, hexToBytes, type Address, type Hex } from '@vest/protocol'
import * as fc from 'fast-check'
import { createPublicClient, custom, decodeFunctionData, encodeFunctionResult, keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { chainOf, vestVaultAbi } from '@vest/contracts'
import { keySigner } from './testing/keySigner.ts'
import { UnsignableWithdrawalError, readRequest, withdrawals } from './withdrawals.ts'

const address = (byte: string): Address => `0x${byte.repeat(20)}`
const watched = { chainId: 42161, vault: address('aa'), token: address('bb'), decimals: 6 }
const TIME_MS = 1_700_000_000_000
const fields = {
  kind: 'withdraw',
  time: TIME_MS,
  nonce: TIME_MS,
  account: address('01'),
  recipient: address('02'),
  token: watched.token,
  size: 100_000_000,
  chainId: 42161,
} as const
const encode = (changes: Partial<Record<keyof typeof fields, string | number>> = {}): Hex =>
  bytesToHex(actionTuple({ ...fields, ...changes } as typeof fields))
const validator = privateKeyToAccount(generatePrivateKey())
/** Tells who validates, and nothing else. */
const vaultOnly = createPublicClient({
  chain: chainOf(42161, 'http://nowhere.invalid'),
  transport: custom({
    request: async ({ params }: { params: readonly [{ readonly data: Hex }] }) => {
      const { functionName } = decodeFunctionData({ abi: vestVaultAbi, data: params[0].data })
      return functionName === 'quorum'
        ? encodeFunctionResult({ abi: vestVaultAbi, functionName, result: 1n })
        : encodeFunctionResult({ abi: vestVaultAbi, functionName: 'validators', result: [validator.address] })
    },
  }),
})
const signer = (nowMs = TIME_MS) =>
  withdrawals({
    client: vaultOnly,
    watched,
    validators: [keySigner(validator, watched.vault)],
    keeper: undefined,
    startBlock: 0n,
    rangeBlocks: 1_000n,
    nowMs: () => nowMs,
  })

describe('what the validator signs', () => {
  it('[3.10] a request of this vault, read back field by field', async () => {
    expect(readRequest(watched, encode())).toEqual(fields)
    expect((await signer().sign(encode())).id).toBe(keccak256(encode()))
    // Deterministic: asking twice makes no second signature.
    const one = signer()
    expect(await one.sign(encode())).toEqual(
      await one.sign(encode().toUpperCase().replace('0X', '0x') as Hex),
    )
  })
  it('nothing that names another chain, another token or no recipient', async () => {
    const refused: readonly [Hex, RegExp][] = [
      [encode({ chainId: 1 }), /chain 1/],
      [encode({ token: address('cc') }), /token/],
      [encode({ recipient: address('00') }), /zero address/],
      [encode({ account: address('00') }), /zero address/],
      [encode({ recipient: watched.vault }), /contract of its own/],
      [encode({ recipient: watched.token }), /contract of its own/],
      [encode({ size: 999_999 }), /less than one/],
      [`${encode()}00`, /eight words/],
      [encode().slice(0, -2) as Hex, /eight words/],
      ['0x', /eight words/],
      [set(encode(), 95, 1), /a deposit/],
      [set(encode(), 95, 2), /not a request|another encoding/],
      [set(encode(), 96, 1), /not a request|another encoding/],
      [set(encode(), 192, 1), /beyond its range/],
    ]
    for (const [args, why] of refused) {
      await expect(signer().sign(args), args).rejects.toThrow(UnsignableWithdrawalError)
      await expect(signer().sign(args)).rejects.toThrow(why)
    }
  })
  it('nothing whose deadline has passed', async () => {
    await signer(TIME_MS + 604_799_999).sign(encode())
    await expect(signer(TIME_MS + 604_800_000).sign(encode())).rejects.toThrow(/deadline/)
  })
  it('never the same signature for other bytes', async () => {
    const one = signer()
    const original = await one.sign(encode())
    await fc.assert(
      fc.asyncProperty(fc.nat(255), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const altered = set(encode(), at, hexToBytes(encode())[at]! ^ flip)
        const answer = await one.sign(altered).catch((error: unknown) => error)
        if (answer instanceof UnsignableWithdrawalError) return
        expect(answer).toMatchObject({ id: keccak256(altered) })
        expect((answer as typeof original).validatorSignature).not.toBe(original.validatorSignature)
      }),
    )
  })
})

function set(hex: Hex, at: number, value: number): Hex {
  const bytes = hexToBytes(hex)
  bytes[at] = value
  return bytesToHex(bytes)
}

describe('what was executed', () => {
  /** Of a vault that has executed every third, behind a node whose calls have gas for so many ids. */
  function vaultOf(idsMax: number) {
    const calls: number[] = []
    const request = ({ params }: { readonly params: readonly [{ readonly data: Hex }] }): Promise<Hex> => {
      const { args } = decodeFunctionData({ abi: vestVaultAbi, data: params[0].data })
      const ids = args![0] as readonly Hex[]
      calls.push(ids.length)
      if (ids.length > idsMax) return Promise.reject(new Error('out of gas'))
      const result = ids.map((id) => Number(id) % 3 === 0)
      return Promise.resolve(
        encodeFunctionResult({ abi: vestVaultAbi, functionName: 'getCompletedTransactions', result }),
      )
    }
    const client = createPublicClient({
      chain: chainOf(42161, 'http://nowhere.invalid'),
      transport: custom({ request: request as never }, { retryCount: 0 }),
    })
    const { completed } = withdrawals({
      client,
      watched,
      validators: [],
      keeper: undefined,
      startBlock: 0n,
      rangeBlocks: 1_000n,
      nowMs: () => TIME_MS,
    })
    return { completed, calls }
  }
  const idsOf = (count: number) =>
    Array.from({ length: count }, (_, n): Hex => `0x${n.toString(16).padStart(64, '0')}`)

  it('is asked in calls that the gas of a block is enough for, however many are over at once', async () => {
    const { completed, calls } = vaultOf(10_000)
    const ids = idsOf(12_345)
    expect(await completed(ids)).toEqual(ids.map((_, n) => n % 3 === 0))
    expect(calls.reduce((sum, count) => sum + count)).toBe(12_345)
  })

  it('is asked in one call where they are few, and in none where there are none', async () => {
    const { completed, calls } = vaultOf(10_000)
    expect(await completed([])).toEqual([])
    expect(await completed(idsOf(4))).toEqual([true, false, false, true])
    expect(calls).toEqual([4])
  })
})
