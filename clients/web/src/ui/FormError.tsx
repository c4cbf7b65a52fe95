/** Why an action failed, beside the button that began it; announced when it appears. */
import { TriangleAlert } from 'lucide-react'

export function FormError({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="mt-4 flex gap-2 rounded-[8px] bg-err-tint px-3 py-[10px] text-dense text-t1">
      <TriangleAlert size={14} strokeWidth={1.5} className="mt-px shrink-0 text-err" aria-hidden="true" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}
