/** First, previous, next, last, page size 5 / 10 / 20 and the range shown. */
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../Button.tsx'
import { cx } from '../cx.ts'
import type { DataTableTexts } from './dataTableTexts.ts'
import { Segmented } from '../Segmented.tsx'

export interface PagerProps {
  readonly pageIndex: number
  readonly pageSize: number
  readonly pageSizes: readonly number[]
  readonly total: number
  readonly texts: DataTableTexts
  readonly onPage: (pageIndex: number) => void
  readonly onPageSize: (pageSize: number) => void
  readonly className?: string | undefined
}

export function Pager({
  pageIndex,
  pageSize,
  pageSizes,
  total,
  texts,
  onPage,
  onPageSize,
  className,
}: PagerProps) {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1)
  const from = pageIndex * pageSize + 1
  const to = Math.min(total, (pageIndex + 1) * pageSize)
  const icon = { size: 16, strokeWidth: 1.5 } as const
  return (
    <div className={cx('flex h-12 shrink-0 items-center gap-3 px-4 text-dense text-t2', className)}>
      {pageSizes.length > 1 && (
        <>
          <span className="max-md:sr-only">{texts.rows}</span>
          <Segmented
            label={texts.rows}
            value={String(pageSize)}
            options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
            onChange={(size) => onPageSize(Number(size))}
          />
        </>
      )}
      <span className="flex-1" />
      <span className="whitespace-nowrap">{texts.range(from, to, total)}</span>
      <span className="flex gap-1">
        <IconButton
          label={texts.first}
          size={28}
          hasBorder
          isDisabled={pageIndex === 0}
          onClick={() => onPage(0)}
        >
          <ChevronFirst {...icon} />
        </IconButton>
        <IconButton
          label={texts.previous}
          size={28}
          hasBorder
          isDisabled={pageIndex === 0}
          onClick={() => onPage(pageIndex - 1)}
        >
          <ChevronLeft {...icon} />
        </IconButton>
        <IconButton
          label={texts.next}
          size={28}
          hasBorder
          isDisabled={pageIndex >= last}
          onClick={() => onPage(pageIndex + 1)}
        >
          <ChevronRight {...icon} />
        </IconButton>
        <IconButton
          label={texts.last}
          size={28}
          hasBorder
          isDisabled={pageIndex >= last}
          onClick={() => onPage(last)}
        >
          <ChevronLast {...icon} />
        </IconButton>
      </span>
    </div>
  )
}
