/** Rows of the book and the trades before they have come, in the same geometry. */
import { Skeleton } from '../../ui/index.ts'

export const HEAD = 'grid h-6 items-center px-3 text-right text-caption text-t3'

export function BookSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: rows * 2 + 1 }, (_, index) => (
        <div key={index} className="grid h-[23px] grid-cols-3 items-center gap-6 px-3">
          <Skeleton className="h-[10px]" />
          <Skeleton className="h-[10px]" />
          <Skeleton className="h-[10px]" />
        </div>
      ))}
    </div>
  )
}
