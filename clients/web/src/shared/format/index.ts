export * from './format.ts'
export * from './numericInput.ts'
