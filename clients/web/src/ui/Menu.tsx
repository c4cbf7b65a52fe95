/** Dropdown menus and popovers on the raised surface; arrow keys move, Escape closes. */
import { DropdownMenu, Popover as RadixPopover } from 'radix-ui'
import { Check } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { cx } from './cx.ts'
import { isFocusTaken } from './hooks/useFocusReturn.ts'

const SURFACE = 'z-50 animate-appear rounded-[8px] border border-line-2 bg-s2 shadow-pop outline-none'

export interface MenuProps {
  readonly trigger: ReactNode
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly width?: number
  readonly label: string
}

/** A trigger that gets the focus back, unless another layer has it by then. */
function useTrigger() {
  const ref = useRef<HTMLButtonElement>(null)
  return {
    ref,
    onCloseAutoFocus: (event: Event): void => {
      if (isFocusTaken(ref.current)) event.preventDefault()
    },
  }
}

export function Menu({ trigger, children, align = 'end', width, label }: MenuProps) {
  const opener = useTrigger()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger ref={opener.ref} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          onCloseAutoFocus={opener.onCloseAutoFocus}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cx(SURFACE, 'p-1')}
          style={width === undefined ? undefined : { width }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export interface PointMenuProps {
  /** Where it opens, inside of the nearest positioned element; undefined = closed. */
  readonly point: { readonly x: number; readonly y: number } | undefined
  readonly onClose: () => void
  readonly children: ReactNode
  readonly label: string
  readonly width?: number
}

/** A menu that opens where the pointer was, without a trigger of its own. */
export function PointMenu({ point, onClose, children, label, width }: PointMenuProps) {
  return (
    <DropdownMenu.Root
      modal={false}
      open={point !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="pointer-events-none absolute size-0"
          style={{ left: point?.x ?? 0, top: point?.y ?? 0 }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="start"
          sideOffset={2}
          collisionPadding={8}
          // The anchor is nothing that a focus could be on.
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={cx(SURFACE, 'p-1')}
          style={width === undefined ? undefined : { width }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const ITEM =
  'flex cursor-pointer items-center gap-2 rounded-[5px] px-3 text-body text-t1 outline-none select-none data-[highlighted]:bg-s3 data-[disabled]:cursor-default data-[disabled]:text-t3'

export function MenuItem({
  children,
  onSelect,
  className,
  isDisabled = false,
}: {
  readonly children: ReactNode
  readonly onSelect?: () => void
  readonly className?: string
  readonly isDisabled?: boolean
}) {
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={() => onSelect?.()}
      className={cx(ITEM, className ?? 'min-h-9')}
    >
      {children}
    </DropdownMenu.Item>
  )
}

/** A link as a menu item: hand it the anchor as its only child. */
export const MenuLink = ({ children }: { readonly children: ReactNode }) => (
  <DropdownMenu.Item
    asChild
    className="cursor-pointer rounded-[5px] px-3 text-body text-t1 outline-none data-[highlighted]:bg-s3"
  >
    {children}
  </DropdownMenu.Item>
)

export function MenuRadioGroup<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly onChange: (value: Value) => void
}) {
  return (
    <DropdownMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
    >
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          className={cx(ITEM, 'min-h-9 justify-between')}
        >
          {option.label}
          <DropdownMenu.ItemIndicator>
            <Check size={14} strokeWidth={1.8} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

/** A switch row that leaves the menu open. */
export function MenuToggle({
  label,
  isChecked,
  onChange,
}: {
  readonly label: ReactNode
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}) {
  return (
    <DropdownMenu.CheckboxItem
      checked={isChecked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={cx(ITEM, 'min-h-9 justify-between')}
    >
      {label}
      <span
        aria-hidden="true"
        className={cx(
          'flex h-[18px] w-8 shrink-0 items-center rounded-full border p-[2px]',
          isChecked ? 'justify-end border-ink bg-ink' : 'border-line-ctl bg-s4',
        )}
      >
        <span className={cx('block size-3 rounded-full', isChecked ? 'bg-on-ink' : 'bg-t2')} />
      </span>
    </DropdownMenu.CheckboxItem>
  )
}

export const MenuLabel = ({ children }: { readonly children: ReactNode }) => (
  <DropdownMenu.Label className="px-3 pt-2 pb-1 text-caption text-t3">{children}</DropdownMenu.Label>
)
export const MenuSeparator = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />

export interface PopoverProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** What opens it; or `anchor`, an element elsewhere that does. */
  readonly trigger?: ReactNode
  readonly anchor?: RefObject<HTMLElement | null>
  readonly children: ReactNode
  readonly label: string
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string
}

/** With an anchor: a press on it is left to it, and the focus goes back to it unless it went elsewhere. */
function useAnchor(anchor: RefObject<HTMLElement | null> | undefined) {
  const hasLeft = useRef(false)
  if (anchor === undefined) return {}
  return {
    onInteractOutside: (event: Event): void => {
      if (event.target instanceof Node && anchor.current?.contains(event.target) === true)
        event.preventDefault()
      else hasLeft.current = true
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault()
      if (!hasLeft.current && !isFocusTaken(anchor.current)) anchor.current?.focus({ preventScroll: true })
    },
  }
}

export function Popover({
  isOpen,
  onOpenChange,
  trigger,
  anchor,
  children,
  label,
  align = 'start',
  className,
}: PopoverProps) {
  const opener = useTrigger()
  const anchored = useAnchor(anchor)
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger !== undefined && (
        <RadixPopover.Trigger ref={opener.ref} asChild>
          {trigger}
        </RadixPopover.Trigger>
      )}
      {anchor !== undefined && <RadixPopover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />}
      <RadixPopover.Portal>
        <RadixPopover.Content
          onCloseAutoFocus={opener.onCloseAutoFocus}
          {...anchored}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cx(SURFACE, className)}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
