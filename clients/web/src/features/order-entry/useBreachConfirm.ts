/** An order of a capital account whose own stop would reach a floor is asked for twice: the second press sends it. */
import { useCallback, useEffect, useState } from 'react'
import type { OrderDraft } from './orderDraft.ts'
import type { Floor } from './orderLimits.ts'

export interface BreachConfirm {
  /** False at the first press of an order that would end the account at its stop. */
  readonly mayGo: () => boolean
  /** A second press is waited for. */
  readonly asksAgain: boolean
  /** What the limits beside the order say of its stop; pending until they can. */
  readonly report: (breach: Floor | 'pending' | undefined) => void
}

/** Whatever is changed in the form is asked for anew. */
export function useBreachConfirm(draft: OrderDraft): BreachConfirm {
  const [breach, report] = useState<Floor | 'pending'>()
  const [asksAgain, setAsksAgain] = useState(false)
  useEffect(() => setAsksAgain(false), [draft, breach])
  const mayGo = useCallback(() => {
    if (breach === 'pending') return !draft.hasExits
    const asks = breach !== undefined && !asksAgain
    setAsksAgain(asks)
    return !asks
  }, [draft.hasExits, breach, asksAgain])
  return { mayGo, asksAgain, report }
}
