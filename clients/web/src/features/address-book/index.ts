/** The address book of an account, as a panel. */
export { AddressBookPanel } from './AddressBookPanel.tsx'
