import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { accountOf, vaultMoveOf, type TransactionAnswer } from './vaultMove.ts'
import { MEMO, PAYER, USDC, VAULT_OWNER, VAULT_TOKEN_ACCOUNT, WATCHED } from './testing/scriptedSolana.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const OTHER_MINT = base58.encode(new Uint8Array(32).fill(9))
const held = (accountIndex: number, owner: string, amount: number, mint = USDC) => ({
  accountIndex,
  mint,
  owner,
  uiTokenAmount: { amount: String(amount) },
})
type Meta = NonNullable<TransactionAnswer['meta']>
const answer = (meta: Partial<Meta>, memos: readonly string[] = [ACCOUNT]): TransactionAnswer => ({
  slot: 5,
  transaction: {
    message: {
      accountKeys: [PAYER, VAULT_TOKEN_ACCOUNT, OTHER_MINT],
      instructions: memos.map((memo) => ({ programIdIndex: 3, data: base58.encode(Buffer.from(memo)) })),
    },
  },
  meta: {
    err: null,
    preTokenBalances: [held(1, VAULT_OWNER, 100)],
    postTokenBalances: [held(1, VAULT_OWNER, 350)],
    loadedAddresses: { writable: [MEMO], readonly: [] },
    ...meta,
  },
})

describe('what a transaction did to the vault', () => {
  it('is the difference of its balances, whichever account moved it, with memos through lookup tables too', () => {
    expect(vaultMoveOf(answer({}), WATCHED)).toEqual({
      slot: 5,
      amount: 250n,
      balanceAfter: 350n,
      from: PAYER,
      memos: [ACCOUNT],
    })
    expect(vaultMoveOf(answer({ preTokenBalances: [] }), WATCHED)?.amount).toBe(350n)
    expect(vaultMoveOf(answer({ postTokenBalances: [held(1, VAULT_OWNER, 40)] }), WATCHED)?.amount).toBe(-60n)
  })
  it('is nothing where it failed, or moved another token', () => {
    expect(
      vaultMoveOf(answer({ err: { InstructionError: [0, 'InvalidAccountData'] } }), WATCHED),
    ).toBeUndefined()
    expect(vaultMoveOf({ ...answer({}), meta: null }, WATCHED)).toBeUndefined()
    const other = { preTokenBalances: [], postTokenBalances: [held(1, VAULT_OWNER, 500, OTHER_MINT)] }
    expect(vaultMoveOf(answer(other), WATCHED)?.amount).toBe(0n)
  })
  it('came from the owner who paid most of it', () => {
    const paid = vaultMoveOf(
      answer({
        preTokenBalances: [held(0, 'small', 100), held(1, VAULT_OWNER, 0), held(2, 'large', 300)],
        postTokenBalances: [held(0, 'small', 50), held(1, VAULT_OWNER, 250), held(2, 'large', 100)],
      }),
      WATCHED,
    )
    expect(paid?.from).toBe('large')
  })
})

describe('the account of a memo', () => {
  it.each([
    [[ACCOUNT], ACCOUNT],
    [[ACCOUNT.toUpperCase().replace('0X', '0x')], ACCOUNT],
    [[], undefined],
    [[ACCOUNT, ACCOUNT], undefined],
    [[`${ACCOUNT} `], undefined],
    [[`pay ${ACCOUNT}`], undefined],
    [[`${ACCOUNT}ab`], undefined],
    [['�'], undefined],
  ])('[8.20] of %j is %s', (memos, account) => {
    expect(accountOf(memos)).toBe(account)
  })
})
