export { ReservesProof } from './ReservesProof.tsx'
