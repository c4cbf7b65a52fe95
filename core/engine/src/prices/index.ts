/** The door of `prices/`. */
export { updateIndexPrices } from './updateIndexPrices.ts'
