/** The door of `events/`. */
export { emitCurrentState } from './currentState.ts'
export {
  createBatchReader,
  takeBatch,
  publish,
  publishEvents,
  EventBatch,
  type PublishedBatch,
} from './publisher.ts'
export { readEnvelopes } from './readEvents.ts'
