/** The door of `devnet/flow`: bots that trade gently, so that a fresh exchange looks alive. */
export * from './botKeys.ts'
export * from './flowExchange.ts'
export * from './sdkFlowExchange.ts'
export * from './tradingFlow.ts'
