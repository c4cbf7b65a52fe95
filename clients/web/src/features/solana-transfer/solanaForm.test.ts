import { describe, expect, it } from 'vitest'
import { SOLANA_USDC_MINT, solanaAddressOf, solanaTokenAccount } from '@vest/protocol'
import { createHash } from 'node:crypto'
import { checkSolanaForm, wholeBalance } from './solanaForm.ts'

/** Points of ed25519: the generator and its double, by their y. */
const OWN = solanaAddressOf(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66)))
const FRIEND = solanaAddressOf(
  Buffer.from('c9a3f86aae465f0e56513864510f3997561fa2c9e85ea21dc2292309f3cd6022', 'hex'),
)
const DERIVED = solanaAddressOf(
  solanaTokenAccount(OWN, SOLANA_USDC_MINT, (bytes) => createHash('sha256').update(bytes).digest()),
)
const send = { isDeposit: false, own: OWN, balance: 5_000_000n }
const draft = { token: 'USDC', amount: '2.5', recipient: FRIEND } as const

describe('a transfer on Solana', () => {
  it.each([
    ['nothing', { amount: '' }, 'empty'],
    ['more than there is', { amount: '5.000001' }, 'insufficient'],
    ['no recipient', { recipient: ' ' }, 'recipient-required'],
    ['an address of another network', { recipient: `0x${'ab'.repeat(20)}` }, 'recipient-invalid'],
    ['a token account, which no key leads to', { recipient: DERIVED }, 'recipient-invalid'],
    ['oneself', { recipient: OWN }, 'recipient-own'],
  ] as const)('[5.2] [5.10] %s', (_, change, problem) => {
    expect(checkSolanaForm({ ...draft, ...change }, send)).toEqual({ kind: 'blocked', problem })
  })

  it('[9.7] [9.8] amounts have the decimals of their token; a deposit is 1 USDC at least', () => {
    expect(checkSolanaForm(draft, send)).toEqual({ kind: 'ready', amount: 2_500_000n, recipient: FRIEND })
    const sol = { ...draft, token: 'SOL', amount: '0.000000001' } as const
    expect(checkSolanaForm(sol, send)).toMatchObject({ kind: 'ready', amount: 1n })
    const deposit = { ...send, isDeposit: true }
    expect(checkSolanaForm({ ...draft, amount: '0.999999' }, deposit)).toMatchObject({
      problem: 'below-minimum',
    })
    expect(wholeBalance(1_234_500_001n, 'USDC')).toBe('1234.500001')
  })
})
