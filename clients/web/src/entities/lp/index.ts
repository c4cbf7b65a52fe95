export * from './lpPool.ts'
export * from './useLp.ts'
