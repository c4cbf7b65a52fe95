/** The panel of a palette and the field in it: the same before its list has come as afterwards. */
import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'

export const PALETTE_PANEL =
  'fixed top-0 left-1/2 z-50 flex max-h-[min(560px,100dvh)] w-[min(600px,100vw)] -translate-x-1/2 flex-col overflow-hidden border-line-2 bg-s2 shadow-dlg outline-none max-md:border-b md:top-[12dvh] md:max-h-[76dvh] md:rounded-[12px] md:border'

export interface PaletteFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> {
  readonly text: string
  readonly onText: (text: string) => void
}

export function PaletteField({ text, onText, ...input }: PaletteFieldProps) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4">
      <Search size={16} strokeWidth={1.5} aria-hidden="true" className="text-t2" />
      <input
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={120}
        {...input}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        className="h-full min-w-0 flex-1 bg-transparent text-nav outline-none placeholder:text-t3"
      />
    </div>
  )
}
