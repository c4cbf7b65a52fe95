export { TransferNotices } from './TransferNotices.tsx'
