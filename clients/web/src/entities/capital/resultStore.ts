/** Whether the result of the account on screen is shown ([2.39]), or the claim of what it has passed ([4.14]). */
import { create } from 'zustand'

export interface ResultView {
  readonly view: 'none' | 'result' | 'claim'
  /** The evaluation that is claimed: it is on screen when the claim begins, and no longer when it ends. */
  readonly evaluation: string | undefined
  showResult(): void
  showClaim(evaluation: string): void
  close(): void
}

export const useResultView = create<ResultView>()((set) => ({
  view: 'none',
  evaluation: undefined,
  showResult: () => set({ view: 'result' }),
  showClaim: (evaluation) => set({ view: 'claim', evaluation }),
  close: () => set({ view: 'none', evaluation: undefined }),
}))
