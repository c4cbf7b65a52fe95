/** Another name for a saved address. It holds at once and moves no waiting time; the address is shown whole beside it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelProblem, type BookChange, type SavedAddress } from '../../entities/address-book/index.ts'
import { inGroups } from '../../shared/format/index.ts'
import { Button, showToast } from '../../ui/index.ts'
import { BookDialog } from './BookDialog.tsx'
import { ChangeFailure } from './ChangeFailure.tsx'
import { LabelField } from './LabelField.tsx'

export interface RenameAddressDialogProps {
  readonly address: SavedAddress
  readonly change: BookChange
  readonly onClose: () => void
}

export function RenameAddressDialog({ address, change, onClose }: RenameAddressDialogProps) {
  const { t } = useTranslation()
  const { recipient, chainId } = address
  const [text, setText] = useState(address.label)
  const label = text.trim()
  const problem = labelProblem(text)
  const isSame = label === address.label
  const rename = async (): Promise<void> => {
    if (problem !== undefined || isSame) return
    const place = { recipient, ...(chainId === undefined ? {} : { chainId }) }
    if (!(await change.send({ change: 'SAVE', ...place, label }))) return
    showToast({ tone: 'ok', title: t('addressBook.renamed', { label }) })
    onClose()
  }
  return (
    <BookDialog title={t('addressBook.renameTitle')} change={change} onClose={onClose} onSubmit={rename}>
      <LabelField
        value={text}
        onChange={(next) => {
          change.clear()
          setText(next)
        }}
        isInvalid={problem === 'label-invalid'}
      />
      <p className="mt-4 text-dense break-words text-t2">{inGroups(recipient)}</p>
      <ChangeFailure change={change} of="SAVE" />
      <Button
        type="submit"
        size="xl"
        variant="ink"
        className="mt-4"
        isBusy={change.asked !== undefined}
        isBlocked={problem !== undefined || isSame}
        reason={
          problem === 'label-required'
            ? t('addressBook.labelRequired')
            : isSame
              ? t('addressBook.labelSame')
              : undefined
        }
      >
        {t('addressBook.save')}
      </Button>
    </BookDialog>
  )
}
