/** Transactions of a store that the first of them opens; after a failure to open, the next one tries again. */
import { REFUSAL } from '@vest/protocol'
import type { IdentityRefusal, SignedIn } from '@vest/runtime'
import type { People, Person } from '../people.ts'
import { refused } from '../refused.ts'
import type { IdentityRows, IdentityStore } from './identityStore.ts'

export interface TransactionsOptions {
  readonly openStore: () => Promise<IdentityStore>
  /** False: no person has ever signed in here, and the store need not be opened to know it. */
  readonly hasPeople: (() => boolean) | undefined
  readonly nowMs: () => number
  readonly people: Pick<People, 'byId'>
}

export type Within = <T>(work: (rows: IdentityRows, nowMs: number) => Promise<T>) => Promise<T>

export interface Transactions {
  open(): Promise<unknown>
  readonly within: Within
  /** Work for a person; refused where the person is gone. */
  asPerson<T extends object>(
    who: SignedIn,
    work: (rows: IdentityRows, person: Person, nowMs: number) => Promise<T | IdentityRefusal>,
  ): Promise<T | IdentityRefusal>
  /** True: no person is known here. False also where only the store, which is not open, would tell. */
  isWithoutPeople(): boolean
  close(): Promise<void>
}

export function createTransactions({
  openStore,
  hasPeople,
  nowMs,
  people,
}: TransactionsOptions): Transactions {
  let opening: Promise<IdentityStore> | undefined
  const open = (): Promise<IdentityStore> =>
    (opening ??= openStore().catch((error: unknown) => {
      opening = undefined
      throw error
    }))
  const within: Within = async (work) => (await open()).transaction((rows) => work(rows, nowMs()))

  return {
    open,
    within,
    asPerson: (who, work) =>
      within(async (rows, now) => {
        const person = await people.byId(rows, who.userId)
        return person === undefined ? refused(REFUSAL.UNAUTHORIZED) : work(rows, person, now)
      }),
    isWithoutPeople: () => opening === undefined && hasPeople?.() === false,
    close: async () => {
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}
