/** The open take profits and stop losses of a position, the nearest to its entry first. */
import { useMemo } from 'react'
import type { PositionRow } from '../account/index.ts'
import { heldExits, useOrders, type HeldExit } from '../order/index.ts'

export function usePositionExits({ market, entryPrice }: PositionRow): readonly HeldExit[] {
  const open = useOrders((lists) => lists.open)
  return useMemo(() => heldExits(open, market.symbol, entryPrice), [open, market.symbol, entryPrice])
}
