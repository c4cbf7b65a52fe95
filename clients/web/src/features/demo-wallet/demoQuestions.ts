/** The question that the demo wallet asks its owner at the moment; one at a time, in order. */
import { create } from 'zustand'
import type { DemoQuestion } from './demoWallet.ts'

export interface AskedQuestion {
  readonly question: DemoQuestion
  readonly answer: (isApproved: boolean) => void
}

export const useDemoQuestions = create<{ readonly asked: readonly AskedQuestion[] }>()(() => ({ asked: [] }))

export function askOwner(question: DemoQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const asked: AskedQuestion = {
      question,
      answer(isApproved) {
        useDemoQuestions.setState((state) => ({ asked: state.asked.filter((item) => item !== asked) }))
        resolve(isApproved)
      },
    }
    useDemoQuestions.setState((state) => ({ asked: [...state.asked, asked] }))
  })
}
