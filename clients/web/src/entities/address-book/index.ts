/** Where an account lets money leave for: saved addresses, the list that pays no others, and the lock. */
export {
  isListOn,
  lockEnd,
  momentsOf,
  readAddressBook,
  waitEnd,
  type AddressBookFacts,
  type PaidAddress,
  type SavedAddress,
} from './addressBookFacts.ts'
export {
  checkAddress,
  isBookFull,
  labelProblem,
  type AddressDraft,
  type AddressForm,
  type AddressProblem,
} from './addressForm.ts'
export { coolDownText } from './coolDownText.ts'
export {
  judgeRecipient,
  savedAs,
  lookalikeOf,
  type Lookalike,
  type RecipientBar,
  type RecipientJudgement,
} from './judgeRecipient.ts'
export { LookalikeWarning } from './LookalikeWarning.tsx'
export { refreshAddressBook, useAddressBook, type AddressBook, type NoBook } from './useAddressBook.ts'
export { useChangeAddressBook, type BookChange } from './useChangeAddressBook.ts'
export { WaitClock } from './WaitClock.tsx'
