/** The door of devnet's on-ramp. */
export * from './onRamp.ts'
