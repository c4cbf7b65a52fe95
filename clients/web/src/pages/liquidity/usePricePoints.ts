/** The curve of a span with the price of now at its end. */
import { useMemo } from 'react'
import { usePool, usePoolHistory } from '../../entities/lp/index.ts'
import { PRICE_RANGES, pricePoints, type PricePoint, type PriceRange } from './sharePricePast.ts'

export interface PricePast {
  /** Undefined until pool and past are there. */
  readonly points: readonly PricePoint[] | undefined
  readonly retry: (() => void) | undefined
}

export function usePricePoints(range: PriceRange): PricePast {
  const { data: pool } = usePool()
  const { data: rows, retry } = usePoolHistory(PRICE_RANGES[range])
  const points = useMemo(
    () =>
      pool === undefined || rows === undefined
        ? undefined
        : pricePoints(rows, { timeMs: pool.timeMs, price: pool.sharePrice }),
    [pool, rows],
  )
  return { points, retry }
}
