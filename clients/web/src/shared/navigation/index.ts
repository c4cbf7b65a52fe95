export * from './appNavigate.ts'
