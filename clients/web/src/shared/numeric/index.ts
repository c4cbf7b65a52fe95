export * from './editNumeric.ts'
export * from './numericRules.ts'
export * from './numericText.ts'
