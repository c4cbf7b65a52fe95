export { composeLink } from './cardTexts.ts'
export * from './ShareButton.tsx'
export * from './sharedPosition.ts'
