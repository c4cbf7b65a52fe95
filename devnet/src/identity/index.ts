/** The door of devnet's stand-ins for what signs people in. */
export * from './mailbox.ts'
export * from './openIdProvider.ts'
export { PAGE_HEADERS } from '../formPage.ts'
export * from './statusPage.ts'
