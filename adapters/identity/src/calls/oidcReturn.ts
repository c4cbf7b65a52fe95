/**
 * The call with which a browser comes back from the provider: a session, or a code to an address that the provider may not
 * speak for.
 */
import { REFUSAL } from '@vest/protocol'
import { isIdentityRefusal, type IdentityPort } from '@vest/runtime'
import type { SignInCodes } from '../codes/signInCodes.ts'
import { normalEmail } from '../emailAddress.ts'
import type { OidcProvider } from '../oidc/oidcProvider.ts'
import type { OidcRequests } from '../oidc/oidcRequests.ts'
import type { People } from '../people.ts'
import { refused } from '../refused.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Transactions } from '../store/transactions.ts'

export interface OidcReturnPorts {
  readonly google: Pick<OidcProvider, 'finish'> | undefined
  readonly requests: Pick<OidcRequests, 'take'>
  readonly people: Pick<People, 'byEmail' | 'byProvider' | 'link'>
  readonly codes: Pick<SignInCodes, 'start' | 'sent'>
  readonly sessions: Pick<Sessions, 'begin' | 'answerOf'>
  readonly transactions: Pick<Transactions, 'within'>
  readonly onTrouble: (what: string, error?: unknown) => void
}

export function createOidcReturn({
  google,
  requests,
  people,
  codes,
  sessions,
  transactions,
  onTrouble,
}: OidcReturnPorts): IdentityPort['returnOidc'] {
  return async ({ state, code, iss, secret, deviceId }, from) => {
    if (google === undefined) return refused(REFUSAL.SIGN_IN_FAILED)
    const pending = await requests.take(state, secret)
    if (pending === undefined) return refused(REFUSAL.SIGN_IN_FAILED)
    const person = await google
      .finish(pending.request, { code, ...(iss === undefined ? {} : { iss }) })
      .catch((error: unknown) => onTrouble('the sign-in provider cannot be reached', error))
    const email = person && normalEmail(person.email)
    if (!person || email === undefined) return refused(REFUSAL.SIGN_IN_FAILED)
    const identity = { issuer: person.issuer, subject: person.subject, email }
    const { returnPath, language } = pending
    const arrival = { ...from, language, method: 'google', deviceId } as const
    const result = await transactions.within(async (rows, now) => {
      const known = await people.byProvider(rows, identity)
      if (known !== undefined) return sessions.begin(rows, known, arrival, now)
      if (!person.isAuthoritative) return codes.start(rows, { email, language, pending: identity }, from, now)
      const user = await people.byEmail(rows, email, now)
      await people.link(rows, user, identity, now)
      return sessions.begin(rows, user, arrival, now)
    })
    if (isIdentityRefusal(result)) return result
    if ('mail' in result) return { kind: 'codeNeeded', email, returnPath, ...codes.sent(result) }
    return { ...(await sessions.answerOf(result)), returnPath }
  }
}
