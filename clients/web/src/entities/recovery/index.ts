/** The door of what asks for a way back into the embedded wallet. */
export { RecoveryAsk, RecoveryGate, RecoveryPage } from './RecoveryGate.tsx'
export { useWayBack, type WayBack } from './useWayBack.ts'
