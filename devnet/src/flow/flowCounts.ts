/** What the flow has done and met since it was made. */
export interface FlowCounts {
  readonly takerOrders: number
  readonly restingOrders: number
  readonly cancels: number
  readonly refusals: number
  readonly pauses: number
}

/** One more of a kind. */
export type Count = (kind: keyof FlowCounts) => void

export function createFlowCounts(): { readonly count: Count; read(): FlowCounts } {
  const counts = { takerOrders: 0, restingOrders: 0, cancels: 0, refusals: 0, pauses: 0 }
  return {
    count: (kind) => void (counts[kind] += 1),
    read: () => counts,
  }
}
