/**
 * The one button. A variant says what it means (`ink` primary, `line` secondary, `long` and `short` the two
 * order buttons), a size how high it is. `reason` turns it into a blocked button that can still be focused
 * and read; `isBusy` keeps its width and says so to assistive technology.
 */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'ink' | 'line' | 'soft' | 'ghost' | 'danger' | 'long' | 'short' | 'warn'
export type ButtonSize = 'xl' | 'lg' | 'md' | 'sm' | 'xs'

const VARIANT: Record<ButtonVariant, string> = {
  ink: 'border-transparent bg-ink text-on-ink',
  line: 'border-line-2 text-t1 hover:bg-s3',
  soft: 'border-transparent bg-s3 text-t1',
  ghost: 'border-transparent text-t2 hover:text-t1',
  danger: 'border-[color-mix(in_srgb,var(--down)_45%,var(--line))] text-down hover:bg-down-tint',
  long: 'border-transparent bg-up-fill text-on-up',
  short: 'border-transparent bg-down-fill text-on-down',
  warn: 'border-transparent bg-warn-tint text-warn',
}

const SHAPE = 'press inline-flex items-center justify-center gap-[7px] border whitespace-nowrap'

const SIZE: Record<ButtonSize, string> = {
  xl: 'h-12 w-full rounded-[6px] px-4 text-button font-semibold',
  lg: 'h-11 w-full rounded-[6px] px-4 text-nav font-semibold',
  md: 'h-9 rounded-[6px] px-[14px] text-body font-semibold',
  sm: 'reach h-7 rounded-[5px] px-[10px] text-dense font-semibold',
  xs: 'reach h-6 rounded-[4px] px-2 text-dense font-medium',
}

/** What a button looks like, also for a link that stands where one would. */
export const buttonLook = (variant: ButtonVariant, size: ButtonSize): string =>
  cx(SHAPE, SIZE[size], VARIANT[variant])

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly isDisabled?: boolean
  readonly isBusy?: boolean
  /** Blocked with this text as label, in capitals by style. */
  readonly reason?: string | undefined
  /** Blocked look without a reason of its own: the label stays in sentence case. */
  readonly isBlocked?: boolean
  readonly icon?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant = 'line',
  size = 'md',
  isDisabled = false,
  isBusy = false,
  isBlocked = false,
  reason,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const blocked = isBlocked || reason !== undefined
  const look = blocked ? 'border-transparent bg-s3 text-t3 cursor-default' : VARIANT[variant]
  return (
    <button
      {...rest}
      type={type}
      disabled={isDisabled}
      aria-disabled={blocked || isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={blocked || isBusy ? (event) => event.preventDefault() : onClick}
      className={cx(SHAPE, SIZE[size], look, isDisabled && 'opacity-42', isBusy && 'opacity-80', className)}
    >
      {isBusy ? <Spinner size={14} /> : icon}
      {reason === undefined ? children : <span className="reason min-w-0 truncate">{reason}</span>}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Spoken name; also the tooltip text where the caller wraps one around. */
  readonly label: string
  readonly size?: 36 | 28 | 24 | 22 | 48
  readonly isDisabled?: boolean
  readonly hasBorder?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

const ICON_SIZE = {
  48: 'size-12 rounded-[8px]',
  36: 'size-9 rounded-[6px]',
  28: 'reach size-7 rounded-[5px]',
  24: 'reach size-6 rounded-[4px]',
  22: 'reach size-[22px] rounded-[4px]',
} as const

export function IconButton({
  label,
  size = 36,
  isDisabled = false,
  hasBorder = false,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      disabled={isDisabled}
      className={cx(
        'press inline-flex shrink-0 items-center justify-center border text-t2 hover:bg-s3 hover:text-t1 disabled:pointer-events-none disabled:opacity-42',
        hasBorder ? 'border-line-2' : 'border-transparent',
        ICON_SIZE[size],
        className,
      )}
    />
  )
}
