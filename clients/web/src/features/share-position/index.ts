export * from './ShareButton.tsx'
export * from './sharedPosition.ts'
