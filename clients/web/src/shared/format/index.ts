export * from './format.ts'
export * from './formatStyle.ts'
