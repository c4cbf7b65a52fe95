export { PlanChooser } from './PlanChooser.tsx'
export { feeText } from './PlanCard.tsx'
