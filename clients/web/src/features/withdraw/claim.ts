/** What the button of an approved withdrawal is: estimating, ready, without gas, busy, or done. Pure. */
export type ClaimStage = 'ready' | 'confirming' | 'mining' | 'done'
export type ClaimButton = 'estimating' | 'ready' | 'no-gas' | 'busy' | 'done' | 'failed' | 'not-approved'

export interface ClaimFacts {
  readonly stage: ClaimStage
  readonly estimate: { readonly cost: bigint; readonly balance: bigint } | undefined
  readonly hasFailed: boolean
  /** The validators' signature is there. */
  readonly hasCall: boolean
}

export function claimButton({ stage, estimate, hasFailed, hasCall }: ClaimFacts): ClaimButton {
  if (stage === 'done') return 'done'
  if (stage === 'confirming' || stage === 'mining') return 'busy'
  if (!hasCall) return 'not-approved'
  if (estimate !== undefined) return estimate.balance < estimate.cost ? 'no-gas' : 'ready'
  return hasFailed ? 'failed' : 'estimating'
}
