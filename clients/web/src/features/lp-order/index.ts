export { CancelLpButton } from './CancelLpButton.tsx'
export { LpPanel, partText } from './LpPanel.tsx'
