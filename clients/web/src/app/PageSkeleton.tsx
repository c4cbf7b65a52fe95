/** While the chunk of a document page loads: its title and first card in their place. */
import { Skeleton } from '../ui/index.ts'

export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-[1360px] p-6 max-md:p-4" aria-busy="true">
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-[14px] h-24 w-full rounded-[10px]" />
      <Skeleton className="mt-3 h-80 w-full rounded-[10px]" />
    </div>
  )
}
