export * from './session.ts'
export * from './SessionContext.tsx'
