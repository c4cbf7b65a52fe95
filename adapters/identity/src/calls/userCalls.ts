/** Calls of a person about themselves: who they are, that it is they who ask, and that they go. */
import { isIdentityRefusal, type IdentityPort } from '@vest/runtime'
import type { SignInCodes } from '../codes/signInCodes.ts'
import type { Confirmation } from '../confirmation.ts'
import type { OwnerLetters } from '../mail/ownerLetters.ts'
import type { People } from '../people.ts'
import type { Transactions } from '../store/transactions.ts'

export interface UserCallsPorts {
  readonly people: Pick<People, 'emailOf' | 'described'>
  readonly codes: Pick<SignInCodes, 'check'>
  readonly confirmation: Confirmation
  readonly letters: Pick<OwnerLetters, 'withLetters'>
  readonly transactions: Pick<Transactions, 'asPerson'>
}

export function createUserCalls({
  people,
  codes,
  confirmation,
  letters,
  transactions,
}: UserCallsPorts): Pick<IdentityPort, 'user' | 'deleteUser' | 'confirm'> {
  const { asPerson } = transactions
  return {
    user: (who) => asPerson(who, (rows, person) => people.described(rows, person)),

    deleteUser: (who, request, from) =>
      asPerson(who, async (rows, person, now) => {
        const email = await people.emailOf(rows, person)
        const checked = await codes.check(rows, { ...request, email }, from, now)
        if (isIdentityRefusal(checked)) return checked
        await rows.removeUser(who.userId)
        return {}
      }),

    confirm: (who, request, from) =>
      letters.withLetters(from, (tell) =>
        asPerson(who, async (rows, person, now) => {
          const denied = await confirmation.check(rows, person, request, from, now)
          if (denied !== undefined) return denied
          await tell(rows, person, { kind: 'keyExported' })
          return {}
        }),
      ),
  }
}
