/** What the rest of the exchange asks about the owner of an address, and has told to them. */
import { TOKEN_AUDIENCES } from '@vest/protocol'
import type { IdentityPort } from '@vest/runtime'
import type { Devices } from '../devices.ts'
import type { MailQueue } from '../mail/mailQueue.ts'
import type { OwnerLetters } from '../mail/ownerLetters.ts'
import type { People } from '../people.ts'
import type { Transactions } from '../store/transactions.ts'
import type { Authenticate } from '../tokens/authenticate.ts'
import type { Wallets } from '../wallets.ts'

export interface OwnerCallsPorts {
  readonly authenticate: Authenticate
  readonly people: Pick<People, 'byId' | 'emailOf'>
  readonly wallets: Pick<Wallets, 'owns' | 'ownerOf'>
  readonly devices: Pick<Devices, 'ownersBeside'>
  readonly letters: Pick<OwnerLetters, 'write'>
  readonly mails: Pick<MailQueue, 'add'>
  readonly transactions: Pick<Transactions, 'within' | 'isWithoutPeople'>
  readonly onTrouble: (what: string, error?: unknown) => void
}

export function createOwnerCalls({
  authenticate,
  people,
  wallets,
  devices,
  letters,
  mails,
  transactions,
  onTrouble,
}: OwnerCallsPorts): Pick<IdentityPort, 'ownerOf' | 'ownersOnSameDevices' | 'tell'> {
  const { within, isWithoutPeople } = transactions
  return {
    async ownerOf(token, address) {
      const who = await authenticate(token, TOKEN_AUDIENCES.exchange)
      if (who === undefined) return undefined
      return within(async (rows) => {
        const user = await people.byId(rows, who.userId)
        if (user === undefined || !(await wallets.owns(rows, who.userId, address))) return undefined
        return { email: await people.emailOf(rows, user) }
      })
    },

    async ownersOnSameDevices(address) {
      if (isWithoutPeople()) return []
      return within(async (rows) => {
        const userId = await wallets.ownerOf(rows, address)
        return userId === undefined ? [] : devices.ownersBeside(rows, userId)
      })
    },

    async tell(address, notice, from) {
      if (isWithoutPeople()) return
      try {
        const mail = await within(async (rows, now) => {
          const userId = await wallets.ownerOf(rows, address)
          const person = userId === undefined ? undefined : await people.byId(rows, userId)
          return person && letters.write(rows, person, notice, { from: from.address, nowMs: now })
        })
        if (mail !== undefined) mails.add(mail)
      } catch (error) {
        onTrouble('a letter to an owner was not written', error)
      }
    },
  }
}
