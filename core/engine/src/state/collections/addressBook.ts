/** What is remembered of the address book of an account. */
import type { TimeMs } from '@vest/protocol'
import type { SavedAddress } from '../../api/index.ts'

export interface AddressBook {
  addresses: readonly SavedAddress[]
  /** Only saved addresses are paid. */
  isListOn: boolean
  /** The list goes off then; absent = it stays. */
  listEndsMs: TimeMs | undefined
  lockedUntilMs: TimeMs | undefined
}
