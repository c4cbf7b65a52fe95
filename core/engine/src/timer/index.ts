/** The door of `timer/`. */
export { runDueTimers } from './dueTimes.ts'
export { tickFunding } from './tickFunding.ts'
export { tickTimer } from './tickTimer.ts'
