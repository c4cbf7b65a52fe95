/** Which rows of a table stand on its page: how they are sorted, how many stand on one, and which page it is. */
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
import { useMemo, useState } from 'react'
import { compareSortValues, type SortValue } from './compareSortValues.ts'
import type { DataColumn } from './dataColumn.ts'

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

export interface TablePageOptions<Row> {
  readonly columns: readonly Pick<DataColumn<Row>, 'id' | 'sortValue'>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly initialSort: { readonly id: string; readonly isDescending: boolean } | undefined
  readonly initialPageSize: number
}

export interface PageRow<Row> {
  readonly id: string
  readonly original: Row
}

export interface TableSort {
  /** Undefined: this column does not sort now. */
  of(columnId: string): 'ascending' | 'descending' | undefined
  toggle(columnId: string): void
}

export interface TablePage<Row> {
  readonly rows: readonly PageRow<Row>[]
  readonly sort: TableSort
  readonly pageIndex: number
  readonly pageSize: number
  readonly onPage: (pageIndex: number) => void
  readonly onPageSize: (pageSize: number) => void
}

export function useTablePage<Row extends object>({
  columns,
  rows,
  rowId,
  initialSort,
  initialPageSize,
}: TablePageOptions<Row>): TablePage<Row> {
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
  const [first] = sorting
  return {
    rows: table.getRowModel().rows,
    sort: {
      of: (columnId) => (first?.id === columnId ? (first.desc ? 'descending' : 'ascending') : undefined),
      toggle: (columnId) => table.getColumn(columnId)?.toggleSorting(),
    },
    pageIndex: page,
    pageSize: pagination.pageSize,
    onPage: (pageIndex) => setPagination({ ...pagination, pageIndex }),
    onPageSize: (pageSize) => setPagination({ pageIndex: 0, pageSize }),
  }
}
