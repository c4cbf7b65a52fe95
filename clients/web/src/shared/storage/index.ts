export * from './safeStorage.ts'
