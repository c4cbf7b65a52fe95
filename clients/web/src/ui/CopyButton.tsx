/** Copies a text; the icon turns into a check for three seconds ([9.12]). */
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { COPY_CHECK_MS } from '@vest/protocol'
import { IconButton } from './Button.tsx'

export interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly copiedLabel: string
}

export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), COPY_CHECK_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <IconButton
      label={isCopied ? copiedLabel : label}
      size={28}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setIsCopied(true),
          () => setIsCopied(false),
        )
      }
    >
      {isCopied ? (
        <Check size={14} strokeWidth={1.8} className="text-ok" />
      ) : (
        <Copy size={14} strokeWidth={1.5} />
      )}
    </IconButton>
  )
}
