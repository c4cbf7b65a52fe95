/** A picture for each tool, in the weight of the other icons. */
import { Ruler } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tool } from './drawing.ts'

const LINES: Readonly<Record<Exclude<Tool, 'measure'>, ReactNode>> = {
  trend: (
    <>
      <path d="M7 17 17 7" />
      <circle cx="5" cy="19" r="2.5" />
      <circle cx="19" cy="5" r="2.5" />
    </>
  ),
  ray: (
    <>
      <path d="m6.5 17.5 4-4M14 10l7-7" />
      <circle cx="4.5" cy="19.5" r="2.5" />
      <circle cx="12.3" cy="11.7" r="2.5" />
    </>
  ),
  horizontal: (
    <>
      <path d="M2 12h7.5M14.5 12H22" />
      <circle cx="12" cy="12" r="2.5" />
    </>
  ),
  rectangle: (
    <>
      <path d="M7.5 6H20v9.5M16.5 18H4V8.5" />
      <circle cx="4.5" cy="6" r="2.5" />
      <circle cx="19.5" cy="18" r="2.5" />
    </>
  ),
  fibonacci: <path d="M3 4h18M3 9.5h18M3 14h18M3 20h18" />,
}

export function ToolGlyph({ tool }: { readonly tool: Tool }) {
  if (tool === 'measure') return <Ruler size={16} strokeWidth={1.5} aria-hidden="true" />
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {LINES[tool]}
    </svg>
  )
}
