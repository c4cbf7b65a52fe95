/** The door of `timer/`. */
export { meetDueTimes } from './dueTimes.ts'
export { tickFunding } from './tickFunding.ts'
export { tickTimer } from './tickTimer.ts'
