/** The door of devnet's social network. */
export * from './startDevnetSocial.ts'
