/** The form of an address asks the exchange for nothing that it refuses, and says what is missing first. */
import { describe, expect, it } from 'vitest'
import { checkAddress, type AddressDraft } from './addressForm.ts'

const COLD = '0x1563915e194d8cfba1943570603f7606a3115508'
const SOLANA = '7sKqWvMhV3nHhV2Gg1fDJ8Qn1Qp6dYvQhC3kTt5m4vNe'
const DRAFT: AddressDraft = { label: ' Cold wallet ', chainId: undefined, recipient: ` ${COLD} ` }
const saved = (recipient: string, chainId: number | undefined) => ({
  recipient,
  chainId,
  label: 'Ledger',
  usableMs: 0,
})
const check = (change: Partial<AddressDraft> = {}, addresses: ReturnType<typeof saved>[] = []) =>
  checkAddress({ ...DRAFT, ...change }, { addresses })
const problem = (...asked: Parameters<typeof check>) => {
  const form = check(...asked)
  return form.kind === 'blocked' ? form.problem : 'ready'
}

describe('an address to be saved', () => {
  it('is asked for as its network writes it, for one network or all of EVM', () => {
    expect(check()).toEqual({
      kind: 'ready',
      intent: { change: 'SAVE', recipient: COLD, label: 'Cold wallet' },
    })
    expect(check({ chainId: 8_453, recipient: '0x1563915e194D8CfBA1943570603F7606A3115508' })).toMatchObject({
      intent: { recipient: COLD, chainId: 8_453 },
    })
    expect(check({ chainId: 0, recipient: SOLANA })).toMatchObject({
      intent: { recipient: SOLANA, chainId: 0 },
    })
  })

  it('needs a label of visible characters, at most 32', () => {
    expect(['', '   ', 'a'.repeat(33), 'a\u0007b', 'a\u202eb'].map((label) => problem({ label }))).toEqual([
      'label-required',
      'label-required',
      ...['label-invalid', 'label-invalid', 'label-invalid'],
    ])
    expect(problem({ label: '冷钱包' })).toBe('ready')
  })

  it('[8.64] must be an address of its network, in mixed case with its checksum', () => {
    expect(problem({ recipient: '' })).toBe('recipient-required')
    for (const recipient of [
      '0x12',
      SOLANA,
      `0x${'00'.repeat(20)}`,
      '0x1563915E194D8CfBA1943570603F7606A3115508',
    ])
      expect([recipient, problem({ recipient })]).toEqual([recipient, 'recipient-invalid'])
    expect(problem({ chainId: 0 })).toBe('recipient-solana')
  })

  it('is in the book once for a network, and a full book takes none', () => {
    expect(problem({}, [saved(COLD, undefined)])).toBe('saved')
    expect(problem({ chainId: 1 }, [saved(COLD, undefined)])).toBe('ready')
    expect(
      problem(
        { label: '' },
        Array.from({ length: 100 }, () => saved(SOLANA, 0)),
      ),
    ).toBe('full')
  })
})
