/**
 * A list to type into: what fits is listed below, arrow keys move, Enter chooses, Escape leaves. The focus never
 * leaves the field; a reader of the screen hears the option that is marked.
 */
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { PALETTE_PANEL, PaletteField } from './PaletteField.tsx'
import { useFocusReturn } from './hooks/useFocusReturn.ts'

export interface PaletteOption {
  readonly id: string
  /** Stands above the first option of each. */
  readonly group: string
  readonly content: ReactNode
  readonly isDisabled?: boolean
  readonly onSelect: () => void
}

export interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly options: readonly PaletteOption[]
  readonly empty: ReactNode
  readonly footer?: ReactNode
}

export function Palette({
  isOpen,
  onClose,
  label,
  placeholder,
  text,
  onText,
  options,
  empty,
  footer,
}: PaletteProps) {
  const id = useId()
  const [marked, setMarked] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { remember: _remember, ...focusReturn } = useFocusReturn()
  // What was chosen decides where the focus goes next.
  const hasChosen = useRef(false)
  useEffect(() => setMarked(0), [text, isOpen])
  const at = Math.min(marked, options.length - 1)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const choose = (option: PaletteOption | undefined): void => {
    if (option === undefined || option.isDisabled === true) return
    hasChosen.current = true
    option.onSelect()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      setMarked((at + step + options.length) % options.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(options[at])
    }
  }
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus()
            // Radix would mark what stands there, and the next key would write over it.
            event.preventDefault()
            field.current?.focus()
            field.current?.setSelectionRange(text.length, text.length)
          }}
          onCloseAutoFocus={(event) =>
            hasChosen.current ? event.preventDefault() : focusReturn.onCloseAutoFocus(event)
          }
          className={cx(PALETTE_PANEL, 'animate-appear')}
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <PaletteField
            ref={field}
            role="combobox"
            aria-label={label}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={options.length === 0 ? undefined : `${id}-${at}`}
            placeholder={placeholder}
            text={text}
            onText={onText}
            onKeyDown={onKeyDown}
          />
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className="min-h-0 flex-1 overflow-y-auto p-1"
          >
            {options.map((option, index) => (
              <div key={option.id} role="presentation">
                {option.group !== options[index - 1]?.group && (
                  <p role="presentation" className="px-3 pt-2 pb-1 text-caption text-t3">
                    {option.group}
                  </p>
                )}
                <div
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  aria-disabled={option.isDisabled === true || undefined}
                  onPointerMove={() => setMarked(index)}
                  onClick={() => choose(option)}
                  className={cx(
                    'flex min-h-10 cursor-pointer items-center gap-3 rounded-[5px] px-3 text-body max-md:min-h-11',
                    index === at && 'bg-s3',
                    option.isDisabled === true && 'cursor-default text-t3',
                  )}
                >
                  {option.content}
                </div>
              </div>
            ))}
          </div>
          {options.length === 0 && <div className="px-4 pb-5 text-center text-body text-t2">{empty}</div>}
          {footer !== undefined && (
            <div className="shrink-0 border-t border-line px-4 py-2 text-caption text-t3">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
