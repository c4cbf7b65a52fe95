export { LpPanel, partText } from './LpPanel.tsx'
