/** The door of `events/`. */
export { tellPresent } from './currentState.ts'
export { createToldReader, takeTold, tell, tellEvents, Telling, type Told } from './publisher.ts'
export { readEnvelopes } from './readEvents.ts'
