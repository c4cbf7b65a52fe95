/** An order of a capital account whose own stop would reach a floor is asked for twice: the second press sends it. */
import { useCallback, useEffect, useState } from 'react'
import type { OrderDraft } from './orderDraft.ts'
import type { Floor } from './orderLimits.ts'

export interface BreachConfirm {
  /** False at the first press of an order that would end the account at its stop. */
  readonly mayGo: () => boolean
  /** A second press is waited for. */
  readonly asksAgain: boolean
  /** What the limits beside the order say of its stop. */
  readonly report: (floor: Floor | undefined) => void
}

/** Whatever is changed in the form is asked for anew. */
export function useBreachConfirm(draft: OrderDraft): BreachConfirm {
  const [breach, report] = useState<Floor>()
  const [asksAgain, setAsksAgain] = useState(false)
  useEffect(() => setAsksAgain(false), [draft, breach])
  const mayGo = useCallback(() => {
    const asks = breach !== undefined && !asksAgain
    setAsksAgain(asks)
    return !asks
  }, [breach, asksAgain])
  return { mayGo, asksAgain, report }
}
