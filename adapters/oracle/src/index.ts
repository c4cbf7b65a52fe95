/** The door of `adapters/oracle`: many sources become one index price, and the calendar becomes sessions. */
export * from './aggregate.ts'
export * from './calendar.ts'
export * from './holidays.ts'
export * from './oracle.ts'
export * from './oracleMarket.ts'
