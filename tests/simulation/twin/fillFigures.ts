/** What fills have done to whom, as text that engine and twin share: sums by account, market and price, makers apart from takers. */

export interface FillRow {
  readonly account: string
  readonly marketId: number
  readonly isBuy: boolean
  readonly isMaker: boolean
  readonly price: bigint
  readonly size: bigint
  readonly value: bigint
  readonly pnl: bigint
  readonly settledFunding: bigint
}

export interface FeeRow {
  readonly account: string
  readonly marketId: number
  readonly fee: bigint
}

/**
 * Cells of the ladder with one price are one fill in the engine and one each in the twin; a fee belongs to the whole of an
 * order. So sums are compared, those of the fills at each price; how a fee is divided the auditor judges.
 */
export function fillFigures(fills: readonly FillRow[], fees: readonly FeeRow[]): string {
  const sums = new Map<string, Record<string, bigint>>()
  const add = (key: string, figures: Readonly<Record<string, bigint>>): void => {
    const sum = sums.get(key) ?? {}
    for (const [name, figure] of Object.entries(figures)) sum[name] = (sum[name] ?? 0n) + figure
    sums.set(key, sum)
  }
  for (const { account, marketId, isBuy, isMaker, price, ...figures } of fills) {
    const side = `${isMaker ? 'maker' : 'taker'} ${isBuy ? 'buys' : 'sells'}`
    add(`fills ${account} market=${marketId} ${side} at ${price}`, {
      size: figures.size,
      value: figures.value,
      pnl: figures.pnl,
      settledFunding: figures.settledFunding,
    })
  }
  for (const { account, marketId, fee } of fees)
    if (fee !== 0n) add(`fees ${account} market=${marketId}`, { fee })
  return [...sums]
    .map(([key, sum]) => [key, ...Object.entries(sum).map(([name, figure]) => `${name}=${figure}`)].join(' '))
    .sort()
    .join('\n')
}
