export { JoinForm } from './JoinForm.tsx'
