/** The door of the first steps of a new account. */
export { FirstStepsCard } from './FirstStepsCard.tsx'
