/** The head of a column: a button where the column sorts, which says the direction. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '../cx.ts'
import type { DataColumn } from './dataColumn.ts'

export interface HeadCellProps<Row> {
  readonly column: DataColumn<Row>
  readonly isTight: boolean
  readonly sort: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
}

export function HeadCell<Row>({ column, isTight, sort, onSort }: HeadCellProps<Row>) {
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
