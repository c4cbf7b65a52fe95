export { AlertNotices } from './AlertNotices.tsx'
