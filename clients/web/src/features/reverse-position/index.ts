export { ReverseButton } from './ReverseButton.tsx'
