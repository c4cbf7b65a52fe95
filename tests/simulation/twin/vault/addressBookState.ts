/** What the twin remembers of an address book: every change with its time, and nothing that follows from them. */
import type { AddressBookChange } from '@vest/engine'

export interface TwinAddressBook {
  /** Oldest first; the cool-down is that of the moment of the change. */
  readonly changes: readonly {
    readonly timeMs: number
    readonly coolDownMs: number
    readonly change: AddressBookChange
  }[]
}
