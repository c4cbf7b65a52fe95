/** Calls that sign in with a code: the one that mails it, and the one that brings it. */
import { isIdentityRefusal, type IdentityPort } from '@vest/runtime'
import type { SignInCodes } from '../codes/signInCodes.ts'
import { normalEmail } from '../emailAddress.ts'
import type { People } from '../people.ts'
import { malformed } from '../refused.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Retention } from '../store/retention.ts'
import type { Transactions } from '../store/transactions.ts'

export interface CodeSignInPorts {
  readonly codes: SignInCodes
  readonly people: Pick<People, 'byEmail' | 'link'>
  readonly sessions: Pick<Sessions, 'begin' | 'answerOf'>
  readonly transactions: Pick<Transactions, 'within'>
  readonly retention: Retention
}

export function createCodeSignIn({
  codes,
  people,
  sessions,
  transactions,
  retention,
}: CodeSignInPorts): Pick<IdentityPort, 'startCode' | 'verifyCode'> {
  return {
    async startCode(request, from) {
      const email = normalEmail(request.email)
      if (email === undefined) return malformed('email')
      const started = await transactions.within(async (rows, now) => {
        await retention.apply(rows, now)
        return codes.start(rows, { ...request, email }, from, now)
      })
      return isIdentityRefusal(started) ? started : codes.sent(started)
    },

    async verifyCode({ email: text, deviceId, ...request }, from) {
      const email = normalEmail(text)
      if (email === undefined) return malformed('email')
      const granted = await transactions.within(async (rows, now) => {
        const checked = await codes.check(rows, { ...request, email }, from, now)
        if (isIdentityRefusal(checked)) return checked
        const user = await people.byEmail(rows, email, now)
        const { language, identity } = checked
        if (identity !== undefined) await people.link(rows, user, identity, now)
        const method = identity === undefined ? 'code' : 'google'
        return sessions.begin(rows, user, { ...from, language, method, deviceId }, now)
      })
      return isIdentityRefusal(granted) ? granted : sessions.answerOf(granted)
    },
  }
}
