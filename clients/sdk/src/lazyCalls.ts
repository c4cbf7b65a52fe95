/** Calls whose code is loaded with the first of them: no page needs it to begin. */
import type { addressBook } from './addressBook.ts'
import type { ClientClock } from './clientClock.ts'
import type { lp } from './lp.ts'
import type { profits } from './profits.ts'
import type { registration } from './registration.ts'
import type { SessionPort } from './signedWrite.ts'
import type { transfers } from './transfers.ts'

type Calls = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>
type NamesOf<Part> = Readonly<Record<keyof Part, true>>

const ADDRESS_BOOK: NamesOf<ReturnType<typeof addressBook>> = {
  changeAddressBook: true,
  changeAddressBookSignedBy: true,
}

const PROFITS: NamesOf<ReturnType<typeof profits>> = {
  withdrawProfits: true,
  withdrawProfitsSignedBy: true,
}

const REGISTRATION: NamesOf<ReturnType<typeof registration>> = { register: true, registerSession: true }

const TRANSFERS: NamesOf<ReturnType<typeof transfers>> = {
  findTransferByNonce: true,
  withdraw: true,
  depositGasless: true,
  depositAuthorized: true,
}

const LP: NamesOf<ReturnType<typeof lp>> = {
  placeLpOrder: true,
  cancelLpOrder: true,
  findLpOrderByNonce: true,
}

/** What a part throws at once is a rejection here. */
function later<Part extends Calls>(names: NamesOf<Part>, load: () => Promise<Part>): Part {
  const callOf =
    (name: keyof Part) =>
    async (...input: never[]) =>
      (await load())[name]!(...input)
  return Object.fromEntries(Object.keys(names).map((name) => [name, callOf(name)])) as unknown as Part
}

export const lazyCalls = (session: SessionPort, clock: ClientClock) => ({
  ...later(REGISTRATION, async () => (await import('./registration.ts')).registration(session.http, clock)),
  ...later(ADDRESS_BOOK, async () => (await import('./addressBook.ts')).addressBook(session)),
  ...later(TRANSFERS, async () => (await import('./transfers.ts')).transfers(session)),
  ...later(LP, async () => (await import('./lp.ts')).lp(session)),
  ...later(PROFITS, async () => (await import('./profits.ts')).profits(session)),
})
