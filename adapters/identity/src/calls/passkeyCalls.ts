/** Calls of a person about their passkeys. */
import { REFUSAL } from '@vest/protocol'
import { isIdentityRefusal, type IdentityPort } from '@vest/runtime'
import { countCall, networkCount } from '../callLimits.ts'
import type { Confirmation } from '../confirmation.ts'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { PASSKEY_STARTS_PER_NETWORK, PASSKEY_STARTS_PER_PERSON } from '../limits.ts'
import type { OwnerLetters } from '../mail/ownerLetters.ts'
import type { Passkeys } from '../passkeys/passkeys.ts'
import { refused } from '../refused.ts'
import type { Transactions } from '../store/transactions.ts'

export interface PasskeyCallsPorts {
  readonly passkeys: Pick<Passkeys, 'listed' | 'startAdd' | 'add' | 'remove'>
  readonly confirmation: Confirmation
  readonly letters: Pick<OwnerLetters, 'withLetters'>
  readonly keys: Pick<IdentityKeys, 'lookup'>
  readonly transactions: Pick<Transactions, 'asPerson'>
}

const STARTS = 'passkey starts'

export function createPasskeyCalls({
  passkeys,
  confirmation,
  letters,
  keys,
  transactions,
}: PasskeyCallsPorts): Pick<IdentityPort, 'passkeys' | 'startPasskey' | 'addPasskey' | 'removePasskey'> {
  const { asPerson } = transactions
  return {
    passkeys: (who) =>
      asPerson(who, async (rows, person) => ({ passkeys: [...(await passkeys.listed(rows, person))] })),

    startPasskey: (who, from) =>
      asPerson(who, async (rows, person, now) => {
        const own = { scope: STARTS, key: keys.lookup('person', person.userId) }
        const limits = [
          { of: own, most: PASSKEY_STARTS_PER_PERSON },
          { of: networkCount(keys, STARTS, from), most: PASSKEY_STARTS_PER_NETWORK },
        ]
        return (await countCall(rows, limits, now)) ?? passkeys.startAdd(rows, person, now)
      }),

    addPasskey: (who, request, from) =>
      letters.withLetters(from, (tell) =>
        asPerson(who, async (rows, person, now) => {
          const added = await passkeys.add(rows, person, { ...request, from }, now)
          if (isIdentityRefusal(added)) return added
          await tell(rows, person, { kind: 'passkeyAdded' })
          return { passkeys: [...added] }
        }),
      ),

    removePasskey: (who, id, request, from) =>
      letters.withLetters(from, (tell) =>
        asPerson(who, async (rows, person, now) => {
          // What is to go is no proof: who holds it alone could lock the person out of the others.
          if (request.by === 'passkey' && request.passkey.id === id)
            return refused(REFUSAL.INVALID_PARAMETER, {
              message: 'Another passkey, or a code, must prove it',
            })
          const denied = await confirmation.check(rows, person, request, from, now)
          if (denied !== undefined) return denied
          if (await passkeys.remove(rows, person, id)) await tell(rows, person, { kind: 'passkeyRemoved' })
          return { passkeys: [...(await passkeys.listed(rows, person))] }
        }),
      ),
  }
}
