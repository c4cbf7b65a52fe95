export * from './format.ts'
export * from './formatStyle.ts'
export * from './numericInput.ts'
