/** The door of `corporateActions/`. */
export { announceDelisting, delistMarket } from './delisting.ts'
export { announceDividend, payDividend } from './dividend.ts'
export { renameMarket } from './renameMarket.ts'
export { applySplit } from './split.ts'
