export * from './csv.ts'
