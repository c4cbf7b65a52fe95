/**
 * Dialog: focus trap, Escape and scrim close it unless `isLocked` (a signature is pending), focus returns to
 * the opener. Below 768 px it is a sheet at the lower edge with the action sticky.
 */
import { ChevronLeft, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './Button.tsx'
import { useFocusReturn } from './hooks/useFocusReturn.ts'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** Spoken description; a dialog without one says so to Radix. */
  readonly description?: string
  readonly width?: 400 | 440 | 480
  readonly closeLabel: string
  readonly back?: { readonly label: string; readonly onBack: () => void } | undefined
  readonly isLocked?: boolean
  readonly children: ReactNode
  /** The one action (or two, side by side) at the lower edge. */
  readonly footer?: ReactNode
  /** What stands apart from all above, at the foot: of devnet, not of the product. Empty: no strip. */
  readonly strip?: ReactNode
}

const WIDTH = { 400: 'md:w-[400px]', 440: 'md:w-[440px]', 480: 'md:w-[480px]' } as const

export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  width = 400,
  closeLabel,
  back,
  isLocked = false,
  children,
  footer,
  strip,
}: DialogProps) {
  const { remember, ...focusReturn } = useFocusReturn()
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && !isLocked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          {...focusReturn}
          onInteractOutside={(event) => isLocked && event.preventDefault()}
          onEscapeKeyDown={(event) => isLocked && event.preventDefault()}
          className={cx(
            'fixed z-50 flex flex-col overflow-hidden border-line-2 bg-s2 shadow-dlg outline-none',
            'max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:animate-rise max-md:rounded-t-[16px] max-md:border-t',
            'md:top-1/2 md:left-1/2 md:max-h-[calc(100dvh-48px)] md:max-w-[calc(100vw-32px)] md:-translate-x-1/2 md:-translate-y-1/2 md:animate-appear md:rounded-[12px] md:border',
            WIDTH[width],
          )}
        >
          <BeforeFocus onRender={remember} />
          <div className={cx('flex h-14 shrink-0 items-center gap-2 pr-3', back ? 'pl-2' : 'pl-5')}>
            {back && (
              <IconButton label={back.label} size={36} onClick={back.onBack}>
                <ChevronLeft size={18} strokeWidth={1.5} />
              </IconButton>
            )}
            <Radix.Title className="flex-1 truncate text-title font-semibold">{title}</Radix.Title>
            {!isLocked && (
              <Radix.Close asChild>
                <IconButton label={closeLabel}>
                  <X size={18} strokeWidth={1.5} />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          {description !== undefined && (
            <Radix.Description className="sr-only">{description}</Radix.Description>
          )}
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer !== undefined && (
            <div className="shrink-0 px-5 pb-[max(20px,env(safe-area-inset-bottom))]">{footer}</div>
          )}
          {strip !== undefined && (
            <div className="shrink-0 border-t border-line bg-s1 px-5 pt-3 pb-[max(14px,env(safe-area-inset-bottom))] empty:hidden">
              {strip}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * The action of a dialog, where its form decides which: at the end of the form, and in sight also while that scrolls. What
 * goes below it fades. Sticking ends at the padding of what scrolls, which this covers.
 */
export const DialogAction = ({ children }: { readonly children: ReactNode }) => (
  <div className="sticky -bottom-5 z-10 -mx-5 mt-3 -mb-5 bg-s2 px-5 pb-[max(20px,env(safe-area-inset-bottom))] shadow-[0_-6px_6px_var(--s2)]">
    {children}
  </div>
)

/** Renders before a field of the dialog takes the focus by itself: then the opener still has it. */
function BeforeFocus({ onRender }: { readonly onRender: () => void }) {
  useState(onRender)
  return null
}
