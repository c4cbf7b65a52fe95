/** The door of sign-in; its dialogs are loaded when they are first opened. */
export { SessionEffects } from './SessionEffects.tsx'
