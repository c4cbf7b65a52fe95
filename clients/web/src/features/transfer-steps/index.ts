export { TransferSteps } from './TransferSteps.tsx'
