export { ClosePositionDialog } from './ClosePositionDialog.tsx'
