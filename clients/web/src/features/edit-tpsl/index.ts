export { EditTpslButton } from './EditTpslButton.tsx'
export { EditTpslDialog } from './EditTpslDialog.tsx'
