/** The frame of a dialog that asks for one change of the address book, sent by its form. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookChange } from '../../entities/address-book/index.ts'
import { Dialog } from '../../ui/index.ts'

export function BookDialog({
  title,
  change,
  onClose,
  onSubmit,
  children,
}: {
  readonly title: string
  readonly change: BookChange
  readonly onClose: () => void
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      // The wallet's frame takes the place of the dialog that asked: over it, it could not be reached.
      isOpen={!change.isInFrame}
      onClose={onClose}
      title={title}
      closeLabel={t('common.close')}
      isLocked={change.asked !== undefined}
    >
      <form
        className="flex flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
