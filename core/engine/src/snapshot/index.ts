/** The door of `snapshot/`. */
export { decodeState, decodeStateBytes, encodeState, encodeStateBytes, isStateText } from './snapshot.ts'
