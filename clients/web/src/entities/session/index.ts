export * from './session.ts'
export * from './SessionContext.tsx'
export * from './useExchangeTime.ts'
export { Avatar } from './Avatar.tsx'
export { hasRememberedAccount } from './rememberedAccount.ts'
export * from './rememberedKind.ts'
export { type SessionKeeper } from './sessionKeeper.ts'
export * from './useFailedRead.ts'
export * from './useSessionKeeper.ts'
export {
  SignInFirstError,
  type CapitalCheckout,
  type CapitalSessions,
  type CapitalWallet,
} from './capitalSessions.ts'
export type { EmbeddedStep } from './embeddedSessions.ts'
