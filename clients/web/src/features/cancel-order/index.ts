export { CancelButton } from './CancelButton.tsx'
