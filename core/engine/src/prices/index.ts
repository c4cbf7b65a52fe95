/** The door of `prices/`. */
export { midOf } from './impactPrices.ts'
export { updateIndexPrices } from './updateIndexPrices.ts'
