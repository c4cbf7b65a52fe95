export * from './useServiceTrouble.ts'
