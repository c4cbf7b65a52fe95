/** A fresh code to the person's own address, handed on as often as it is typed wrongly. Throws `userExited`. */
import type { ConfirmRequest } from '@vest/protocol'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { Questions } from './personQuestion.ts'

export interface CodeProof {
  prove(use: (confirm: ConfirmRequest) => Promise<unknown>): Promise<void>
}

export const createCodeProof = (options: {
  readonly session: FrameSession
  readonly questions: Questions
  readonly language: () => 'en' | 'zh'
}): CodeProof => ({
  async prove(use) {
    const { session, questions, language } = options
    const { email } = await session.user()
    const { challengeId } = await session.startCode({ email, language: language() })
    const isRight = await questions.code(email, async (code) => {
      try {
        await use({ by: 'code', challengeId, code })
        return undefined
      } catch (error) {
        if (error instanceof FrameRefusal && error.detail.triesLeft !== undefined) return 'wrong'
        throw error
      }
    })
    if (!isRight) throw new FrameRefusal('userExited')
  },
})
