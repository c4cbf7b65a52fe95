/** Which of the first steps an account has done. Pure; undefined where it is not known yet. */
export const FIRST_STEPS = ['money', 'order', 'stop', 'wayBack'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export interface FirstFacts {
  /** Micro-USDC. */
  readonly equity: number | undefined
  readonly hasOrdered: boolean | undefined
  readonly hasStop: boolean | undefined
  /** Ways back into the embedded wallet; null: the wallet is not an embedded one. */
  readonly waysBack: number | null | undefined
}

export interface StepRow {
  readonly step: FirstStep
  readonly isDone: boolean
}

/** Undefined while something is not known, none once nothing is left: a list that is all done is not shown. */
export function firstSteps(facts: FirstFacts): readonly StepRow[] | undefined {
  const { equity, hasOrdered, hasStop, waysBack } = facts
  if (equity === undefined || hasOrdered === undefined || hasStop === undefined || waysBack === undefined)
    return undefined
  // An account with an order has had money, also where it is all lost.
  const rows: StepRow[] = [
    { step: 'money', isDone: equity > 0 || hasOrdered },
    { step: 'order', isDone: hasOrdered },
    { step: 'stop', isDone: hasStop },
  ]
  if (waysBack !== null) rows.push({ step: 'wayBack', isDone: waysBack > 0 })
  return rows.every(({ isDone }) => isDone) ? [] : rows
}
