/** Ink tooltip, after 300 ms on hover and at once on focus. Never the only place where a figure stands. */
import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={300} skipDelayDuration={120}>
      {children}
    </Radix.Provider>
  )
}

export interface TooltipProps {
  readonly content: ReactNode
  readonly children: ReactNode
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
}

export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-[300px] animate-appear rounded-[5px] bg-ink px-[9px] py-[6px] text-dense text-on-ink"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A term with help: dotted underline, focusable, explained by a tooltip. */
export function Term({ children, help }: { readonly children: ReactNode; readonly help: ReactNode }) {
  return (
    <Tooltip content={help}>
      <button type="button" className="dotted cursor-help text-left leading-[15px]">
        {children}
      </button>
    </Tooltip>
  )
}
