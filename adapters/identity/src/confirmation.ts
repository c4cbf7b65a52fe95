/** Proof, beyond a session, that the person is there: a passkey of theirs, or a code that went to their address. */
import { REFUSAL, type ConfirmRequest } from '@vest/protocol'
import { isIdentityRefusal, type IdentityCaller, type IdentityRefusal } from '@vest/runtime'
import type { SignInCodes } from './codes/signInCodes.ts'
import type { Passkeys } from './passkeys/passkeys.ts'
import type { People, Person } from './people.ts'
import { refused } from './refused.ts'
import type { IdentityRows } from './store/identityStore.ts'

export interface ConfirmationPorts {
  readonly codes: Pick<SignInCodes, 'check'>
  readonly passkeys: Pick<Passkeys, 'check'>
  readonly people: Pick<People, 'emailOf'>
}

export interface Confirmation {
  /** Undefined: the proof is of this person. */
  check(
    rows: IdentityRows,
    person: Person,
    request: ConfirmRequest,
    from: IdentityCaller,
    nowMs: number,
  ): Promise<IdentityRefusal | undefined>
}

export function createConfirmation({ codes, passkeys, people }: ConfirmationPorts): Confirmation {
  return {
    async check(rows, person, request, from, nowMs) {
      if (request.by === 'passkey') {
        const shown = await passkeys.check(rows, request.passkey, nowMs)
        if (isIdentityRefusal(shown)) return shown
        return shown.userId === person.userId ? undefined : refused(REFUSAL.SIGN_IN_FAILED)
      }
      const email = await people.emailOf(rows, person)
      const checked = await codes.check(rows, { ...request, email }, from, nowMs)
      return isIdentityRefusal(checked) ? checked : undefined
    },
  }
}
