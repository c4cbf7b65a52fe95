/** Crafted transactions of every family, and of none: what is read is what the bytes say, and nothing else is read. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes, utf8 } from '../abi.ts'
import { solanaAddressOf, solanaPublicKey } from '../solanaAddress.ts'
import { SOLANA_USDC_MINT, solanaTokenAccount } from '../solanaTokenAccount.ts'
import {
  buildTransfer,
  compileTransaction,
  describeTransaction,
  readCompiledTransaction,
  readTransaction,
  SOLANA_TOKENS,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  type AccountLookup,
  type SolanaAccountFacts,
  type SolanaInstructionParts,
} from './index.ts'
import {
  ASSOCIATED_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  JUPITER_PROGRAM,
  LOOKUP_TABLE_PROGRAM,
  MEMO_PROGRAM,
  RAYDIUM_PROGRAM,
  SOLANA_TOKEN_FACTS,
  SYSTEM_PROGRAM,
  WRAPPED_SOL_MINT,
} from './programs.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const key = (number: number): string => solanaAddressOf(new Uint8Array(32).fill(number))
const [ME, FRIEND, POOL, HASH] = [key(7), key(8), key(9), key(10)]
const nothing: AccountLookup = () => undefined
const held = (owner: string, mint: string, program = TOKEN_PROGRAM): string =>
  solanaAddressOf(solanaTokenAccount(owner, mint, sha256, program))
const number = (bytes: number, value: bigint): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
const bytesOf = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes)
const u64 = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn })

function instruction(program: string, accounts: readonly string[], data: Uint8Array): SolanaInstructionParts {
  return {
    program,
    data,
    accounts: accounts.map((address) => ({ address, isSigner: address === ME, isWritable: address === ME })),
  }
}
const made = (...instructions: readonly SolanaInstructionParts[]): Uint8Array =>
  compileTransaction(ME, HASH, instructions)
const readOf = (bytes: Uint8Array, look: AccountLookup = nothing) => readTransaction(bytes, ME, look, sha256)

const tokenAccount = (mint: string, owner: string, amount: bigint, program = TOKEN_PROGRAM) => ({
  program,
  lamports: 2_039_280n,
  data: concatBytes(solanaPublicKey(mint)!, solanaPublicKey(owner)!, number(8, amount), new Uint8Array(93)),
})
const world =
  (accounts: Readonly<Record<string, SolanaAccountFacts>>): AccountLookup =>
  (address) =>
    accounts[address]
const described = (bytes: Uint8Array, look: AccountLookup) => {
  const read = readOf(bytes, look)
  return read.kind === 'unknown' ? read : describeTransaction(read, { look, feeLamports: 5_000n, sha256 })
}

describe('the bytes of a transaction', () => {
  it('[7.31] any bytes at all are read or refused, never more', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_300 }), (bytes) => {
        const read = readCompiledTransaction(bytes)
        if (read === undefined) return
        expect(bytes.slice(1 + 64 * read.signatures.length)).toEqual(read.messageBytes)
      }),
    )
  })

  it('[7.31] a transfer that is cut, has a byte too many or one changed is never taken for the same', () => {
    const whole = buildTransfer(
      { from: ME, to: FRIEND, token: 'USDC', amount: 5_000_000n },
      { blockhash: HASH, unitLimit: 50_000, unitPrice: 300_000 },
      sha256,
    )
    const look = world({ [held(ME, SOLANA_USDC_MINT)]: tokenAccount(SOLANA_USDC_MINT, ME, 9_000_000n) })
    const seen = JSON.stringify(described(whole, look), (_, value) => String(value))
    expect(seen).not.toContain('unknown')
    for (let length = 0; length < whole.length; length += 1)
      expect(readCompiledTransaction(whole.subarray(0, length))).toBeUndefined()
    expect(readCompiledTransaction(concatBytes(whole, bytesOf(0)))).toBeUndefined()
    fc.assert(
      fc.property(fc.nat(whole.length - 66), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const other = whole.slice()
        other[65 + at] = other[65 + at]! ^ change
        const read = readOf(other, look)
        if (read.kind === 'unknown') return
        // What is signed is what was read.
        expect(read.compiled.messageBytes).toEqual(other.slice(65))
        expect(read.compiled.messageBytes).not.toEqual(whole.slice(65))
      }),
    )
  })
})

describe('families of instructions', () => {
  it('[7.31] [9.8] every transfer that we build is read as what it is, each token with its decimals', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SOLANA_TOKENS),
        u64,
        u64,
        fc.boolean(),
        (token, amount, balance, isDeposit) => {
          const { mint, decimals } = SOLANA_TOKEN_FACTS[token]
          const memo = isDeposit ? `0x${'ab'.repeat(20)}` : undefined
          const bytes = buildTransfer(
            { from: ME, to: FRIEND, token, amount, memo },
            { blockhash: HASH, unitLimit: 60_000, unitPrice: 300_000 },
            sha256,
          )
          const own =
            mint === undefined
              ? { [ME]: { program: SYSTEM_PROGRAM, lamports: balance, data: new Uint8Array() } }
              : { [held(ME, mint)]: tokenAccount(mint, ME, balance) }
          const seen = described(bytes, world(own))
          if (seen.kind !== 'described') throw new Error(seen.reason)
          expect(seen.sends).toEqual([{ mint, token, decimals, amount, to: FRIEND }])
          expect(seen.memos).toEqual(memo === undefined ? [] : [memo])
          const shown = seen.balances.find((each) => each.token === token)!
          expect(shown.before).toBe(balance)
          expect(seen.missing.some((each) => each.token === token)).toBe(shown.leaves > balance)
        },
      ),
    )
  })

  it.each([
    ['Token', TOKEN_PROGRAM],
    ['Token-2022', TOKEN_2022_PROGRAM],
  ])('[7.31] %s, checked and unchecked: recipient and token are those of the accounts', (_, program) => {
    const mint = key(20)
    const [from, to] = [held(ME, mint, program), held(FRIEND, mint, program)]
    const look = world({
      [from]: tokenAccount(mint, ME, 900n, program),
      [to]: tokenAccount(mint, FRIEND, 0n, program),
      [mint]: { program, lamports: 1n, data: new Uint8Array(82).fill(3, 44, 45) },
    })
    const amount = number(8, 500n)
    const checked = instruction(program, [from, mint, to, ME], concatBytes(bytesOf(12), amount, bytesOf(3)))
    const plain = instruction(program, [from, to, ME], concatBytes(bytesOf(3), amount))
    for (const each of [checked, plain]) {
      const seen = described(made(each), (address) => look(address))
      expect(seen).toMatchObject({
        kind: 'described',
        sends: [{ mint, token: undefined, amount: 500n, to: FRIEND }],
      })
    }
    // A token account of another owner, or one whose owner is unknown.
    const foreign = world({ [from]: tokenAccount(mint, FRIEND, 900n, program), [to]: look(to)! })
    expect(described(made(checked), foreign)).toMatchObject({ kind: 'unknown', reason: 'foreignAccount' })
    expect(described(made(checked), nothing)).toMatchObject({ kind: 'unknown', reason: 'recipient' })
  })

  const route = (steps: readonly (readonly number[])[]): Uint8Array =>
    concatBytes(number(4, BigInt(steps.length)), ...steps.map((step) => bytesOf(...step, 100, 0, 1)))
  const name = (text: string): Uint8Array => sha256(utf8(`global:${text}`)).subarray(0, 8)
  const raydium = (which: string, first: bigint, second: bigint, more: Uint8Array = bytesOf()) =>
    instruction(
      RAYDIUM_PROGRAM,
      [
        ...[ME, key(31), key(32), POOL],
        ...[held(ME, WRAPPED_SOL_MINT), held(ME, SOLANA_USDC_MINT)],
        ...[key(33), key(34), TOKEN_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL_MINT, SOLANA_USDC_MINT, key(35)],
      ],
      concatBytes(name(which), number(8, first), number(8, second), more),
    )
  const jupiter = (which: string, steps: readonly (readonly number[])[], to = held(ME, SOLANA_USDC_MINT)) =>
    instruction(
      JUPITER_PROGRAM,
      [
        ...[TOKEN_PROGRAM, key(41), ME, held(ME, WRAPPED_SOL_MINT), key(42), key(43), to],
        ...[
          WRAPPED_SOL_MINT,
          SOLANA_USDC_MINT,
          key(44),
          TOKEN_2022_PROGRAM,
          key(45),
          JUPITER_PROGRAM,
          key(46),
        ],
      ],
      concatBytes(
        name(which),
        bytesOf(5),
        route(steps),
        ...[number(8, 2_400_000_000n), number(8, 500_000_000n), number(2, 50n), bytesOf(0)],
      ),
    )

  it('[7.31] swaps of both families: what is paid at most, what comes at least', () => {
    const swapOf = (each: SolanaInstructionParts) => described(made(each), nothing)
    const pays = { token: 'SOL', decimals: 9 }
    const gets = { token: 'USDC', decimals: 6 }
    expect(swapOf(raydium('swap_base_input', 2_400_000_000n, 495_810_000n))).toMatchObject({
      swap: {
        through: 'raydium',
        isExact: 'pays',
        pools: 1,
        pays: { ...pays, amount: 2_400_000_000n },
        gets: { ...gets, amount: 495_810_000n },
      },
    })
    expect(swapOf(raydium('swap_base_output', 2_500_000_000n, 500_000_000n))).toMatchObject({
      swap: { isExact: 'gets', pays: { amount: 2_500_000_000n }, gets: { amount: 500_000_000n } },
    })
    // Whirlpool, which says a direction, then Lifinity, which says nothing.
    expect(swapOf(jupiter('shared_accounts_route', [[17, 1], [25]]))).toMatchObject({
      swap: {
        through: 'jupiter',
        isExact: 'pays',
        pools: 2,
        pays: { ...pays, amount: 2_400_000_000n },
        gets: { ...gets, amount: 497_500_000n },
      },
    })
    expect(swapOf(jupiter('shared_accounts_exact_out_route', [[7]]))).toMatchObject({
      swap: { isExact: 'gets', gets: { amount: 2_400_000_000n }, pays: { amount: 502_500_000n } },
    })
  })

  it('[7.31] a swap of another form, with something behind it, or to another wallet is unknown', () => {
    const refused = [
      raydium('swap_base_input', 1n, 1n, bytesOf(0)),
      raydium('swap', 1n, 1n),
      jupiter('route', [[7]]),
      jupiter('shared_accounts_route', [[200]]),
      jupiter('shared_accounts_route', []),
      jupiter('shared_accounts_route', [[7, 1]]),
    ]
    for (const each of refused)
      expect(readOf(made(each))).toMatchObject({ kind: 'unknown', reason: 'unknownInstruction' })
    expect(
      readOf(made(jupiter('shared_accounts_route', [[7]], held(FRIEND, SOLANA_USDC_MINT)))),
    ).toMatchObject({ kind: 'unknown', reason: 'foreignAccount' })
    const swap = raydium('swap_base_input', 1n, 1n)
    expect(readOf(made(swap, swap))).toMatchObject({ kind: 'unknown', reason: 'unknownInstruction' })
  })
})

describe('what is not approved', () => {
  const own = held(ME, SOLANA_USDC_MINT)
  const stranger = key(50)
  it.each([
    ['another program', instruction(stranger, [ME], bytesOf(2, 0, 0, 0)), 'unknownInstruction'],
    [
      'leave to spend',
      instruction(TOKEN_PROGRAM, [own, FRIEND, ME], concatBytes(bytesOf(4), number(8, 1n))),
      'unknownInstruction',
    ],
    [
      'a new owner of a token account',
      instruction(TOKEN_PROGRAM, [own, ME], concatBytes(bytesOf(6, 2, 1), new Uint8Array(32))),
      'unknownInstruction',
    ],
    [
      'a wallet that is given to a program',
      instruction(SYSTEM_PROGRAM, [ME], concatBytes(number(4, 1n), new Uint8Array(32))),
      'unknownInstruction',
    ],
    [
      'a transaction that never gets old',
      instruction(SYSTEM_PROGRAM, [stranger, key(51), ME], number(4, 4n)),
      'unknownInstruction',
    ],
    [
      'a transfer with bytes behind it',
      instruction(SYSTEM_PROGRAM, [ME, FRIEND], concatBytes(number(4, 2n), number(8, 1n), bytesOf(0))),
      'unknownInstruction',
    ],
    ['a memo that turns the line', instruction(MEMO_PROGRAM, [], utf8('\u202e1x0')), 'unknownInstruction'],
    ['a memo of broken text', instruction(MEMO_PROGRAM, [], bytesOf(0xff)), 'unknownInstruction'],
    [
      'a budget of another kind',
      instruction(COMPUTE_BUDGET_PROGRAM, [], bytesOf(9, 0, 0, 0, 0)),
      'unknownInstruction',
    ],
    [
      'an account that closes into another wallet',
      instruction(TOKEN_PROGRAM, [held(ME, WRAPPED_SOL_MINT), FRIEND, ME], bytesOf(9)),
      'foreignAccount',
    ],
    [
      'a token account elsewhere than where it belongs',
      instruction(
        ASSOCIATED_PROGRAM,
        [ME, POOL, FRIEND, SOLANA_USDC_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM],
        bytesOf(1),
      ),
      'foreignAccount',
    ],
  ])('[7.31] %s', (_, each, reason) => {
    const known = instruction(SYSTEM_PROGRAM, [ME, FRIEND], concatBytes(number(4, 2n), number(8, 1n)))
    expect(readOf(made(known)).kind).toBe('read')
    expect(readOf(made(known, each))).toMatchObject({ kind: 'unknown', reason })
  })

  it('[7.31] one that another account signs or pays', () => {
    const transfer = instruction(SYSTEM_PROGRAM, [ME, FRIEND], concatBytes(number(4, 2n), number(8, 1n)))
    expect(readTransaction(made(transfer), FRIEND, nothing, sha256)).toMatchObject({ reason: 'otherSigner' })
    expect(readOf(compileTransaction(FRIEND, HASH, [transfer]))).toMatchObject({ reason: 'otherSigner' })
  })
})

describe('lookup tables', () => {
  const table = key(60)
  /** A transfer of lamports whose recipient stands in a table, at this place. */
  const looked = (place: number): Uint8Array =>
    concatBytes(
      ...[bytesOf(1), new Uint8Array(64), bytesOf(0x80, 1, 0, 1), bytesOf(2)],
      ...[solanaPublicKey(ME)!, solanaPublicKey(SYSTEM_PROGRAM)!, solanaPublicKey(HASH)!],
      ...[bytesOf(1, 1, 2, 0, 2, 12), number(4, 2n), number(8, 77n)],
      ...[bytesOf(1), solanaPublicKey(table)!, bytesOf(1, place, 0)],
    )
  const tableOf = (...addresses: readonly string[]): SolanaAccountFacts => ({
    program: LOOKUP_TABLE_PROGRAM,
    lamports: 1n,
    data: concatBytes(
      ...[number(4, 1n), new Uint8Array(8).fill(0xff), new Uint8Array(44)],
      ...addresses.map((address) => solanaPublicKey(address)!),
    ),
  })

  it('[7.31] [3.15] the recipient is the one in the table', () => {
    const seen = described(looked(1), world({ [table]: tableOf(POOL, FRIEND) }))
    expect(seen).toMatchObject({ kind: 'described', sends: [{ token: 'SOL', amount: 77n, to: FRIEND }] })
  })

  it('[7.31] a table that is not there, not one, closing or too short leaves nothing to approve', () => {
    const whole = tableOf(POOL, FRIEND)
    const closing = { ...whole, data: whole.data.slice().fill(1, 4, 12) }
    for (const [place, facts] of [
      [0, undefined],
      [2, whole],
      [0, { ...whole, program: SYSTEM_PROGRAM }],
      [0, { ...whole, data: whole.data.slice(0, -1) }],
      [0, closing],
    ] as const)
      expect(readOf(looked(place), () => facts)).toMatchObject({ kind: 'unknown', reason: 'lookupTable' })
  })
})
