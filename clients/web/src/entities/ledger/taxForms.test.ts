/** Heads and words are those that the tools publish: CoinTracker's CSV tags, Koinly's universal file, Blockpit's labels. */
import { describe, expect, it } from 'vitest'
import type { LedgerRow } from './ledgerRows.ts'
import { taxForm } from './taxForms.ts'

const AT_MS = Date.UTC(2026, 2, 4, 5, 6, 7)
const row = (kind: LedgerRow['kind'], amountUsd6: number): LedgerRow => ({
  kind,
  amountUsd6,
  timeMs: AT_MS,
  id: `${kind} ${amountUsd6}`,
  ...(kind === 'DEPOSIT' || kind === 'WITHDRAWAL' ? {} : { symbol: 'SPY-USD-PERP' }),
})
const ROWS = [
  row('DEPOSIT', 10_000_000),
  row('RESULT', 1_500_000),
  row('RESULT', -2_000_000),
  row('FEE', -50_000),
  row('FUNDING', 30_000),
  row('FUNDING', -40_000),
  row('WITHDRAWAL', -3_000_000),
]
const column = (text: string, name: string): string[] => {
  const [head, ...lines] = text.trimEnd().split(/\r?\n/)
  const at = head!.split(',').indexOf(name)
  return lines.map((line) => line.split(',')[at]!)
}

describe('forms of the ledger for tax tools', () => {
  it('say profit, loss and fee in the words of each tool, and nothing of a transfer where it has no word', () => {
    expect(column(taxForm('cointracker', ROWS), 'Tag')).toEqual([
      '',
      'margin gain',
      'margin loss',
      'margin fee',
      'margin gain',
      'margin fee',
      '',
    ])
    expect(column(taxForm('koinly', ROWS), 'Label')).toEqual([
      '',
      'realized gain',
      'realized gain',
      'margin fee',
      'realized gain',
      'margin fee',
      '',
    ])
    expect(column(taxForm('blockpit', ROWS), 'Label')).toEqual([
      ...['Deposit', 'Derivative Profit', 'Derivative Loss', 'Derivative Fee'],
      ...['Derivative Profit', 'Derivative Fee', 'Withdrawal'],
    ])
  })

  it('write days as each tool reads them, in UTC', () => {
    expect(column(taxForm('cointracker', ROWS), 'Date')[0]).toBe('03/04/2026 05:06:07')
    expect(column(taxForm('koinly', ROWS), 'Date')[0]).toBe('2026-03-04 05:06:07 UTC')
    expect(column(taxForm('blockpit', ROWS), 'Date (UTC)')[0]).toBe('04.03.2026 05:06:07')
  })
})
