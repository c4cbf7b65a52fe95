/** The door of `protocol`: what crosses a boundary. */
export * from './abi.ts'
export * from './constants.ts'
export * from './enums.ts'
export * from './errors.ts'
export * from './signing.ts'
export * from './units.ts'
export * from './wire.ts'
