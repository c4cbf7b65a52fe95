export { LeverageButton } from './LeverageButton.tsx'
