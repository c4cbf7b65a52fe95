/** The door of what asks for a way back into the embedded wallet. */
export { putOff, usePutOff } from './putOff.ts'
export { RecoveryGate } from './RecoveryGate.tsx'
export { useWayBack, type WayBack } from './useWayBack.ts'
