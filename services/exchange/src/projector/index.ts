/** The door of the projector: events in, read models out. */
export { createProjector, type ProjectorOptions, type RunningProjector } from './createProjector.ts'
