/** The door of what asks for a way back into the embedded wallet. */
export { RecoveryAsk, RecoveryGate, RecoveryPage } from './RecoveryGate.tsx'
export { usePutOff } from './usePutOff.ts'
export { useWayBack, type WayBack } from './useWayBack.ts'
