/** Calls that sign in with a passkey: the one that asks for it, and the one that shows it. */
import { isIdentityRefusal, type IdentityPort } from '@vest/runtime'
import { countCall, networkCount } from '../callLimits.ts'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { PASSKEY_ASKS_PER_NETWORK } from '../limits.ts'
import type { Passkeys } from '../passkeys/passkeys.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Retention } from '../store/retention.ts'
import type { Transactions } from '../store/transactions.ts'

export interface PasskeySignInPorts {
  readonly passkeys: Pick<Passkeys, 'ask' | 'check'>
  readonly sessions: Pick<Sessions, 'begin' | 'answerOf'>
  readonly keys: Pick<IdentityKeys, 'lookup'>
  readonly transactions: Pick<Transactions, 'within'>
  readonly retention: Retention
}

export function createPasskeySignIn({
  passkeys,
  sessions,
  keys,
  transactions,
  retention,
}: PasskeySignInPorts): Pick<IdentityPort, 'askPasskey' | 'passkeySignIn'> {
  return {
    async askPasskey(from) {
      const limit = { of: networkCount(keys, 'passkey asks', from), most: PASSKEY_ASKS_PER_NETWORK }
      return transactions.within(async (rows, now) => {
        await retention.apply(rows, now)
        return (await countCall(rows, [limit], now)) ?? passkeys.ask(rows, now)
      })
    },

    async passkeySignIn({ passkey, language, deviceId }, from) {
      const granted = await transactions.within(async (rows, now) => {
        const person = await passkeys.check(rows, passkey, now)
        return isIdentityRefusal(person)
          ? person
          : sessions.begin(rows, person, { ...from, language, method: 'passkey', deviceId }, now)
      })
      return isIdentityRefusal(granted) ? granted : sessions.answerOf(granted)
    },
  }
}
