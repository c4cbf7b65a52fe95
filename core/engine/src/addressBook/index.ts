/** The door of `addressBook/`. */
export { addressBookView, changeBook, effectiveTime } from './changeBook.ts'
export { payoutRefusal } from './payoutRefusal.ts'
