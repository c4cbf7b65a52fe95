export { OrderNotices } from './OrderNotices.tsx'
