/** The door of `events/`. */
export { emitCurrentState } from './currentState.ts'
export { createToldReader, takeTold, tell, tellEvents, Telling, type Told } from './publisher.ts'
export { readEnvelopes } from './readEvents.ts'
