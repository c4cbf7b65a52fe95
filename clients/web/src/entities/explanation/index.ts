export * from './Explained.tsx'
export type { ExplainedNumber } from './explanation.ts'
