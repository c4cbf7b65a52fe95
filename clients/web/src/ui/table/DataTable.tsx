/**
 * The data table of the product ([2.32]): skeleton of three rows for at least 300 ms, then rows, then an
 * empty state; heads are buttons that sort; a pager stands below as soon as there are more than five rows. Rows that
 * could not be read are no empty state: the table says so, and offers to ask again.
 * Below 768 px rows become cards where a `card` is given. It knows rows and columns, nothing of trading.
 */
import {
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type PaginationState,
  type SortingState,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, useMemo, useState, type ReactNode } from 'react'
import { type DataTableTexts } from './dataTableTexts.ts'
import { cx } from '../cx.ts'
import { compareSortValues, type SortValue } from './compareSortValues.ts'
import { Pager } from './Pager.tsx'
import { ReadFailure } from '../ReadFailure.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { useMediaQuery } from '../hooks/useMediaQuery.ts'
import { useOverflowCue } from '../hooks/useOverflowCue.ts'
import { useSkeleton } from '../hooks/useSkeleton.ts'

export interface DataColumn<Row> {
  readonly id: string
  readonly head: ReactNode
  /** Spoken name where `head` is empty or an icon. */
  readonly headLabel?: string
  readonly cell: (row: Row) => ReactNode
  /** Absent = the column does not sort. */
  readonly sortValue?: (row: Row) => SortValue
  readonly align?: 'left' | 'right'
  /** CSS width; columns share the rest. */
  readonly width?: number | string
  readonly className?: string
  /** Its actions stay in sight at the right edge while the rest scrolls beneath. */
  readonly isPinned?: boolean
}

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

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

const SKELETON_WIDTHS = ['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5'] as const

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
  const cue = useOverflowCue<HTMLDivElement>()
  const isSmall = useMediaQuery(`(max-width: ${cardBelow - 1}px)`)
  const [sorting, setSorting] = useState<SortingState>(
    initialSort ? [{ id: initialSort.id, desc: initialSort.isDescending }] : [],
  )
  const [pagination, setPagination] = useState<PaginationState>({ pageIndex: 0, pageSize: initialPageSize })
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        accessorFn: (row) => column.sortValue?.(row),
        enableSorting: column.sortValue !== undefined,
        sortDescFirst: true,
        sortUndefined: 'last',
        sortFn: (a, b, id) => compareSortValues(a.getValue<SortValue>(id), b.getValue<SortValue>(id)),
      })),
    [columns],
  )
  // A shorter list must not leave the reader on a page that no longer exists.
  const pageCount = Math.max(1, Math.ceil(rows.length / pagination.pageSize))
  const page = Math.min(pagination.pageIndex, pageCount - 1)
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: rowId,
    state: { sorting, pagination: { ...pagination, pageIndex: page } },
    onSortingChange: setSorting,
    onPaginationChange: setPagination,
    autoResetPageIndex: false,
    enableSortingRemoval: false,
  })
  const visible = table.getRowModel().rows
  const hasPager = rows.length > pagerMinRows && !showsSkeleton
  const asCards = isSmall && card !== undefined

  if (onRetry !== undefined && rows.length === 0)
    return (
      <ReadFailure text={texts.failed} retryLabel={texts.retry} onRetry={onRetry} className={className} />
    )
  if (!showsSkeleton && rows.length === 0) return <div className={className}>{empty}</div>
  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      {asCards ? (
        <ul aria-label={label} aria-busy={showsSkeleton} className="flex flex-col">
          {showsSkeleton
            ? [0, 1, 2].map((index) => (
                <li key={index} className="border-b border-line px-4 py-4">
                  <Skeleton className="h-[10px] w-1/2" />
                  <Skeleton className="mt-3 h-[10px] w-4/5" />
                </li>
              ))
            : visible.map((row) => (
                <li
                  key={row.id}
                  className={cx('border-b border-line px-4 py-3', rowClassName?.(row.original))}
                >
                  {card(row.original)}
                  {detail?.(row.original)}
                </li>
              ))}
        </ul>
      ) : (
        <div ref={cue} className="min-h-0 flex-1 overflow-auto">
          <table
            aria-label={label}
            aria-busy={showsSkeleton}
            className="w-full border-separate border-spacing-0"
          >
            <thead className="sticky top-0 z-10 bg-inherit">
              <tr>
                {columns.map((column) => (
                  <HeadCell
                    key={column.id}
                    column={column}
                    isTight={isTight}
                    sort={
                      sorting[0]?.id === column.id
                        ? sorting[0].desc
                          ? 'descending'
                          : 'ascending'
                        : undefined
                    }
                    onSort={() => table.getColumn(column.id)?.toggleSorting()}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {showsSkeleton
                ? [0, 1, 2].map((index) => (
                    <tr key={index}>
                      {columns.map((column, at) => (
                        <td
                          key={column.id}
                          className="border-b border-line px-[10px] first:pl-4 last:pr-4"
                          style={{ height: rowHeight }}
                        >
                          <Skeleton
                            className={cx(
                              'h-[10px]',
                              SKELETON_WIDTHS[(at + index) % 4],
                              column.align !== 'left' && 'ml-auto',
                            )}
                          />
                        </td>
                      ))}
                    </tr>
                  ))
                : visible.map((row) => {
                    const below = detail?.(row.original)
                    return (
                      <Fragment key={row.id}>
                        <tr
                          onClick={onRowClick && (() => onRowClick(row.original))}
                          className={cx(
                            'group hover:bg-s3',
                            onRowClick && 'cursor-pointer',
                            rowClassName?.(row.original),
                          )}
                        >
                          {columns.map((column) => (
                            <td
                              key={column.id}
                              style={{ height: rowHeight }}
                              className={cx(
                                'border-b border-line text-dense whitespace-nowrap first:pl-4 last:pr-4',
                                isTight ? 'px-2' : 'px-[10px]',
                                column.align === 'left' ? 'text-left' : 'text-right',
                                column.isPinned === true && 'pinned-cell',
                                column.className,
                              )}
                            >
                              {column.cell(row.original)}
                            </td>
                          ))}
                        </tr>
                        {below !== undefined && (
                          <tr>
                            <td colSpan={columns.length} className="border-b border-line p-0">
                              {below}
                            </td>
                          </tr>
                        )}
                      </Fragment>
                    )
                  })}
            </tbody>
          </table>
        </div>
      )}
      {hasPager && (
        <Pager
          className={pagerClassName}
          pageIndex={page}
          pageSize={pagination.pageSize}
          pageSizes={pageSizes}
          total={rows.length}
          texts={texts}
          onPage={(pageIndex) => setPagination({ ...pagination, pageIndex })}
          onPageSize={(pageSize) => setPagination({ pageIndex: 0, pageSize })}
        />
      )}
    </div>
  )
}

interface HeadCellProps<Row> {
  readonly column: DataColumn<Row>
  readonly isTight: boolean
  readonly sort: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
}

function HeadCell<Row>({ column, isTight, sort, onSort }: HeadCellProps<Row>) {
  const isSortable = column.sortValue !== undefined
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={isSortable ? (sort ?? 'none') : undefined}
      style={column.width === undefined ? undefined : { width: column.width }}
      className={cx(
        'h-[30px] border-b border-line bg-inherit text-caption font-medium whitespace-nowrap text-t3 first:pl-4 last:pr-4',
        isTight ? 'px-2' : 'px-[10px]',
        column.align === 'left' ? 'text-left' : 'text-right',
        column.isPinned === true && 'pinned-cell',
      )}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={onSort}
          className={cx('inline-flex items-center gap-[3px] font-medium hover:text-t1', sort && 'text-t1')}
        >
          {column.head}
          {sort && <Arrow size={12} strokeWidth={1.8} className="text-chalk" aria-hidden="true" />}
        </button>
      ) : (
        (column.head ?? <span className="sr-only">{column.headLabel}</span>)
      )}
    </th>
  )
}
