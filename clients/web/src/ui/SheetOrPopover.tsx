/** What a figure opens: beside it on large screens, a sheet at the lower edge below 768 px. */
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Popover } from './Menu.tsx'
import { useMediaQuery } from './hooks/useMediaQuery.ts'

export interface SheetOrPopoverProps {
  readonly title: string
  readonly closeLabel: string
  /** What was pressed; the focus goes back there. */
  readonly opener: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}

export function SheetOrPopover({ title, closeLabel, opener, onClose, children }: SheetOrPopoverProps) {
  const isSmall = useMediaQuery('(max-width: 767px)')
  if (isSmall)
    return (
      <Dialog isOpen onClose={onClose} title={title} closeLabel={closeLabel}>
        {children}
      </Dialog>
    )
  return (
    <Popover
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      anchor={opener}
      label={title}
      className="max-h-(--radix-popover-content-available-height) w-[360px] overflow-y-auto px-4 pt-2 pb-4"
    >
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="text-body font-semibold">{title}</h2>
        <IconButton label={closeLabel} size={28} onClick={onClose} className="-mr-2">
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
      {children}
    </Popover>
  )
}
