export { CancelLpButton } from './CancelLpButton.tsx'
export { LpPanel, LpSheet, partText, type LpSide } from './LpPanel.tsx'
