export * from './format.ts'
export * from './formatStyle.ts'
export { inGroups } from './inGroups.ts'
