export * from './safeStorage.ts'
export * from './keptList.ts'
