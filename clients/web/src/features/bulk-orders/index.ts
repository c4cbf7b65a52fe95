export { CancelAllButton, CloseAllButton } from './BulkButtons.tsx'
