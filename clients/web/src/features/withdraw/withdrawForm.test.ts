import { usd6, type ChainInfo } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { AddressBookFacts } from '../../entities/address-book/addressBookFacts.ts'
import { ALL, typedAmount } from '../../entities/transfer/transferAmount.ts'
import { checkWithdraw, isDelayed, quickMaximum } from './withdrawForm.ts'

const ACCOUNT = '0x1563915e194d8cfba1943570603f7606a3115508'
const chain: ChainInfo = {
  chainId: 42161,
  name: 'Arbitrum',
  networkType: 0,
  isDefault: true,
  vault: `0x${'11'.repeat(20)}`,
  router: `0x${'12'.repeat(20)}`,
  cctpDomain: 3,
  withdrawFee: '0.200000',
  minDeposit: '1.000000',
  withdrawSeconds: 60,
  explorerTx: null,
  rpcUrl: null,
  tokens: [{ symbol: 'USDC', address: `0x${'22'.repeat(20)}`, decimals: 6, authorization: null }],
}
const facts = { withdrawable: usd6(100_000_000), account: ACCOUNT, chain }
const problem = (amount: string, recipient: string) => {
  const form = checkWithdraw({ amount: typedAmount(amount), recipient }, facts)
  return form.kind === 'blocked' ? form.problem : 'ready'
}

describe('withdraw form', () => {
  it('[5.9] the amount comes first: empty, too small, above what is available', () => {
    expect([problem('', ''), problem('0.5', ''), problem('100.01', '')]).toEqual([
      'empty',
      'below-minimum',
      'insufficient',
    ])
  })

  it('[5.9] everything is what can be withdrawn now; what the field refused is sent by no step', () => {
    const draft = { amount: ALL, recipient: ACCOUNT }
    for (const withdrawable of [usd6(100_000_001), usd6(99_999_999)])
      expect(checkWithdraw(draft, { ...facts, withdrawable })).toMatchObject({
        kind: 'ready',
        size: withdrawable,
      })
    expect(checkWithdraw(draft, { ...facts, isAmountRefused: true })).toMatchObject({
      kind: 'blocked',
      problem: 'refused',
    })
  })

  it('[5.10] a recipient is required and must be an address of this kind of chain', () => {
    expect(problem('5', '   ')).toBe('recipient-required')
    for (const recipient of [
      '0x12',
      '7sKqWvMhV3nHhV2Gg1fDJ8Qn1Qp6dYvQhC3kTt5m4vNe',
      `0x${'00'.repeat(20)}`,
      ACCOUNT.slice(2),
      'vest.eth',
    ])
      expect([recipient, problem('5', recipient)]).toEqual([recipient, 'recipient-invalid'])
  })

  it('[8.64] a mixed-case recipient must carry its checksum', () => {
    expect(problem('5', '0x1563915e194D8CfBA1943570603F7606A3115508')).toBe('ready')
    expect(problem('5', '0x1563915E194D8CfBA1943570603F7606A3115508')).toBe('recipient-invalid')
  })

  it('contracts of the exchange receive nothing', () => {
    for (const contract of [chain.vault, chain.router, chain.tokens[0]!.address])
      expect(problem('5', contract)).toBe('recipient-contract')
  })

  it('tells the own account, which the session key signs for, from others, which the wallet signs for', () => {
    expect(checkWithdraw({ amount: typedAmount('5'), recipient: ` ${ACCOUNT} ` }, facts)).toEqual({
      kind: 'ready',
      size: 5_000_000,
      recipient: ACCOUNT,
      isOwn: true,
    })
    expect(
      checkWithdraw({ amount: typedAmount('5'), recipient: `0x${'ab'.repeat(20)}` }, facts),
    ).toMatchObject({
      kind: 'ready',
      isOwn: false,
    })
  })

  it('[9.7] from the rest of the quick window on, a withdrawal waits', () => {
    expect([
      isDelayed(usd6(49_999_999_999), usd6(50_000_000_000)),
      isDelayed(usd6(50_000_000_000), usd6(50_000_000_000)),
    ]).toEqual([false, true])
    expect([isDelayed(usd6(1_000_000), usd6(0)), isDelayed(usd6(1_000_000), undefined)]).toEqual([
      true,
      false,
    ])
  })

  it('[5.2] [5.10] on Solana a recipient is an address of Solana; one that starts with 0x is not', () => {
    const solana: ChainInfo = { ...chain, chainId: 0, networkType: 1, name: 'Solana' }
    const of = (recipient: string) =>
      checkWithdraw({ amount: typedAmount('5'), recipient }, { ...facts, chain: solana })
    for (const recipient of [ACCOUNT, '0x12', 'abc'])
      expect(of(recipient)).toMatchObject({ kind: 'blocked', problem: 'recipient-solana' })
    expect(of('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toMatchObject({ kind: 'ready', isOwn: false })
    expect(of(' ')).toMatchObject({ problem: 'recipient-required' })
  })

  it('[9.7] offers what still leaves at once: below what is left, in whole cents', () => {
    expect(
      [31_250_000_000, 31_250_000_001, 1_009_999, 1_000_001, 1_000_000, 0].map((left) =>
        quickMaximum(usd6(left)),
      ),
    ).toEqual([31_249_990_000, 31_250_000_000, 1_000_000, 1_000_000, undefined, undefined])
  })

  it('the address book stands in the way last, its lock first, and not at all where none is known', () => {
    const NOW_MS = 50
    const saved = { recipient: ACCOUNT, chainId: undefined, label: 'Cold wallet', usableMs: NOW_MS + 1 }
    const stranger = `0x${'ab'.repeat(20)}`
    const of = (change: Partial<AddressBookFacts>, recipient: string, amount = '5') =>
      checkWithdraw(
        { amount: typedAmount(amount), recipient },
        {
          ...facts,
          account: `0x${'cd'.repeat(20)}`,
          book: {
            nowMs: NOW_MS,
            facts: {
              addresses: [saved],
              isListOn: true,
              listEndMs: undefined,
              lockedUntilMs: undefined,
              coolDownMs: 9,
              paid: [],
              ...change,
            },
          },
        },
      )
    expect(of({}, stranger)).toMatchObject({ problem: 'recipient-not-saved' })
    expect(of({}, ACCOUNT)).toMatchObject({ problem: 'recipient-too-new' })
    expect(of({ addresses: [{ ...saved, usableMs: NOW_MS }] }, ACCOUNT)).toMatchObject({ kind: 'ready' })
    expect(of({ isListOn: false }, stranger)).toMatchObject({ kind: 'ready' })
    expect(of({}, '0x12')).toMatchObject({ problem: 'recipient-invalid' })
    expect(of({ lockedUntilMs: NOW_MS + 1 }, '', '')).toMatchObject({ problem: 'locked' })
  })
})
