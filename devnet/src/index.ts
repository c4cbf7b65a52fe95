/** The door of `devnet`: what a laptop lacks. */
export * from './chain/index.ts'
export * from './devnetRoutes.ts'
export * from './prices/index.ts'
export * from './flow/index.ts'
export * from './identity/index.ts'
export * from './payments/index.ts'
export * from './onramp/index.ts'
export * from './social/index.ts'
