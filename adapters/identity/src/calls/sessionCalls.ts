/** Calls about sessions: to renew one, to list them, to end them. */
import { REFUSAL } from '@vest/protocol'
import { isIdentityRefusal, type IdentityPort } from '@vest/runtime'
import type { MailQueue } from '../mail/mailQueue.ts'
import { refused } from '../refused.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Transactions } from '../store/transactions.ts'

export interface SessionCallsPorts {
  readonly sessions: Pick<Sessions, 'renew' | 'listed' | 'answerOf'>
  readonly mails: Pick<MailQueue, 'add'>
  readonly transactions: Pick<Transactions, 'within' | 'asPerson'>
}

export function createSessionCalls({
  sessions,
  mails,
  transactions,
}: SessionCallsPorts): Pick<IdentityPort, 'refresh' | 'signOut' | 'sessions' | 'endSession'> {
  const { within, asPerson } = transactions
  return {
    async refresh({ refreshToken }, from) {
      const renewed = await within((rows, now) => sessions.renew(rows, refreshToken, from, now))
      if ('notice' in renewed) {
        mails.add(renewed.notice)
        return refused(REFUSAL.UNAUTHORIZED)
      }
      return isIdentityRefusal(renewed) ? renewed : sessions.answerOf(renewed)
    },

    signOut: (who, { everywhere }) =>
      within(async (rows, now) => {
        const ended = everywhere
          ? (await rows.sessionsOf(who.userId)).map(({ sessionId }) => sessionId)
          : [who.sessionId]
        for (const sessionId of ended) await rows.endSession(sessionId, now)
        return {}
      }),

    sessions: (who) =>
      asPerson(who, async (rows, person, now) => ({
        sessions: await sessions.listed(rows, person, who, now),
      })),

    endSession: (who, sessionId) =>
      within(async (rows, now) => {
        const session = await rows.session(sessionId)
        if (session?.userId === who.userId) await rows.endSession(sessionId, now)
        return {}
      }),
  }
}
