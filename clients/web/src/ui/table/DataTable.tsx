/**
 * The data table of the product ([2.32]): skeleton of three rows for at least 300 ms, then rows, then an
 * empty state; heads are buttons that sort; a pager stands below as soon as there are more than five rows. Rows that
 * could not be read are no empty state: the table says so, and offers to ask again.
 * Below 768 px rows become cards where a `card` is given. It knows rows and columns, nothing of trading.
 */
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useMediaQuery } from '../hooks/useMediaQuery.ts'
import { useSkeleton } from '../hooks/useSkeleton.ts'
import { ReadFailure } from '../ReadFailure.tsx'
import type { DataColumn } from './dataColumn.ts'
import { type DataTableTexts } from './dataTableTexts.ts'
import { Pager } from './Pager.tsx'
import { RowCards } from './RowCards.tsx'
import { RowTable } from './RowTable.tsx'
import { useTablePage } from './useTablePage.ts'

export type { DataColumn } from './dataColumn.ts'

export interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly texts: DataTableTexts
  readonly empty: ReactNode
  readonly isLoading?: boolean
  /** Present where the rows could not be read: asks for them again. */
  readonly onRetry?: (() => void) | undefined
  readonly initialSort?: { readonly id: string; readonly isDescending: boolean }
  readonly pageSizes?: readonly number[]
  readonly initialPageSize?: number
  /** Rows up to which no pager shows. */
  readonly pagerMinRows?: number
  readonly rowHeight?: number
  readonly rowClassName?: (row: Row) => string | undefined
  readonly onRowClick?: (row: Row) => void
  readonly card?: (row: Row) => ReactNode
  /** What stands below an opened row, over its whole width; undefined: it is closed. */
  readonly detail?: (row: Row) => ReactNode
  /** Width of the window below which rows are cards. */
  readonly cardBelow?: 768 | 1024
  /** Padding of cells; 8 when many columns share little room. */
  readonly isTight?: boolean
  readonly className?: string
  readonly pagerClassName?: string
}

export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowId,
  texts,
  empty,
  isLoading = false,
  onRetry,
  initialSort,
  pageSizes = [5, 10, 20],
  initialPageSize = 10,
  pagerMinRows = 5,
  rowHeight = 40,
  rowClassName,
  onRowClick,
  card,
  detail,
  cardBelow = 768,
  isTight = false,
  className,
  pagerClassName,
}: DataTableProps<Row>) {
  const showsSkeleton = useSkeleton(isLoading)
  const isSmall = useMediaQuery(`(max-width: ${cardBelow - 1}px)`)
  const {
    rows: visible,
    sort,
    ...pages
  } = useTablePage({ columns, rows, rowId, initialSort, initialPageSize })

  if (onRetry !== undefined && rows.length === 0)
    return (
      <ReadFailure text={texts.failed} retryLabel={texts.retry} onRetry={onRetry} className={className} />
    )
  if (!showsSkeleton && rows.length === 0) return <div className={className}>{empty}</div>
  const look = { columns, rowHeight, isTight, rowClassName, onRowClick, detail }
  const shown = { label, rows: visible, isLoading: showsSkeleton, look }
  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      {isSmall && card !== undefined ? (
        <RowCards {...shown} card={card} />
      ) : (
        <RowTable {...shown} sort={sort} />
      )}
      {rows.length > pagerMinRows && !showsSkeleton && (
        <Pager
          {...pages}
          className={pagerClassName}
          pageSizes={pageSizes}
          total={rows.length}
          texts={texts}
        />
      )}
    </div>
  )
}
