export { runBulk } from './bulkOrders.ts'
export { CancelAllButton, CloseAllButton } from './BulkButtons.tsx'
