/** The door of the twin's world. */
export * from './accounts.ts'
export * from './createWorld.ts'
export { PARAMETER_LIMITS, type TwinParameters } from './launchParameters.ts'
export * from './markets.ts'
export * from './questions.ts'
export * from './registry.ts'
export * from './rewards.ts'
