/** What a person is asked in this frame before something is signed that money follows. */
import type { Address, Hex, SignedWithdraw } from '@vest/protocol'
import { FrameRefusal } from '../bridge/frameRefusal.ts'

/** What is asked, and everything that the screen says of it. */
export interface WithdrawalQuestion {
  readonly kind: 'withdrawal'
  readonly action: SignedWithdraw
  readonly chainName: string
  /** keccak256 of the tuple: the withdrawal's id. */
  readonly hash: Hex
  /** `own`: the wallet's own address. `known`: approved here before. */
  readonly recipientIs: 'own' | 'known' | 'new'
}

/** Profit of a funded wallet, to the person's own first wallet. */
export interface ProfitQuestion {
  readonly kind: 'profit'
  readonly account: Address
  readonly recipient: Address
  /** Micro-USDC. */
  readonly size: number
}
export type PersonQuestion = WithdrawalQuestion | ProfitQuestion

/** True: pressed Approve. */
export type AskPerson = (question: PersonQuestion) => Promise<boolean>

/** A second question over the first would take its press: it is refused. */
export function oneAtATime(ask: AskPerson): AskPerson {
  let isAsking = false
  return async (question) => {
    if (isAsking) throw new FrameRefusal('invalidRequest')
    isAsking = true
    try {
      return await ask(question)
    } finally {
      isAsking = false
    }
  }
}
