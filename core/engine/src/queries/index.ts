/** The door of `queries/`. */
export { query } from './query.ts'
