/** The door of the first steps of somebody new. */
export { FirstStepsCard } from './FirstStepsCard.tsx'
