/**
 * Which browsers a person has signed in with (decision 0077). A browser is known by a random id that the wallet's frame has
 * drawn and keeps, never by what it is or can; here stands a mac of it, so that the database names no browser. Who else
 * signed in with the same one is asked for a claim or a payout of Vest Capital, and for nothing else.
 */
import type { Address } from '@vest/protocol'
import type { IdentityKeys } from './keys/identityKeys.ts'
import { DEVICES_PER_USER, USERS_ON_DEVICES } from './limits.ts'
import type { People, Person } from './people.ts'
import type { IdentityRows } from './store/identityStore.ts'

export interface Devices {
  /** `deviceId`: undefined where the login named none. */
  note(rows: IdentityRows, person: Person, deviceId: string | undefined, nowMs: number): Promise<void>
  /** Wallets of other people who have signed in with a browser of this user, in lower case. */
  ownersBeside(rows: IdentityRows, userId: string): Promise<readonly Address[]>
}

export function createDevices(parts: { readonly keys: IdentityKeys; readonly people: People }): Devices {
  const { keys, people } = parts

  async function addressOf(rows: IdentityRows, userId: string): Promise<Address | undefined> {
    const person = await people.byId(rows, userId)
    const row = person && (await rows.wallet(userId))
    return person && row && (people.openWallet(person, row).serverShare.evmAddress.toLowerCase() as Address)
  }

  return {
    async note(rows, { userId }, deviceId, nowMs) {
      if (deviceId === undefined) return
      await rows.noteDevice({ lookup: keys.lookup('device', deviceId), userId }, nowMs)
      for (const device of (await rows.devicesOf(userId)).slice(DEVICES_PER_USER))
        await rows.removeDevice(device)
    },

    async ownersBeside(rows, userId) {
      const addresses: Address[] = []
      for (const other of await rows.usersOnDevicesOf(userId, USERS_ON_DEVICES)) {
        const address = await addressOf(rows, other)
        // Without a wallet a person owns nothing here.
        if (address !== undefined) addresses.push(address)
      }
      return addresses
    },
  }
}
