/** The rows of a table as a table that scrolls in its place: heads that sort, and what stands below a row. */
import { cx } from '../cx.ts'
import { useOverflowCue } from '../hooks/useOverflowCue.ts'
import { Skeleton } from '../Skeleton.tsx'
import { HeadCell } from './HeadCell.tsx'
import type { RowLook } from './rowLook.ts'
import type { PageRow, TableSort } from './useTablePage.ts'

export interface RowTableProps<Row> {
  readonly label: string
  readonly rows: readonly PageRow<Row>[]
  /** A skeleton stands in their place. */
  readonly isLoading: boolean
  readonly sort: TableSort
  readonly look: RowLook<Row>
}

export function RowTable<Row>({ label, rows, isLoading, sort, look }: RowTableProps<Row>) {
  const cue = useOverflowCue<HTMLDivElement>()
  return (
    <div ref={cue} className="min-h-0 flex-1 overflow-auto">
      <table aria-label={label} aria-busy={isLoading} className="w-full border-separate border-spacing-0">
        <thead className="sticky top-0 z-10 bg-inherit">
          <tr>
            {look.columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                isTight={look.isTight}
                sort={sort.of(column.id)}
                onSort={() => sort.toggle(column.id)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {isLoading ? (
            <SkeletonRows look={look} />
          ) : (
            rows.map(({ id, original }) => <BodyRow key={id} row={original} look={look} />)
          )}
        </tbody>
      </table>
    </div>
  )
}

const SKELETON_WIDTHS = ['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5'] as const

function SkeletonRows<Row>({ look }: { readonly look: Pick<RowLook<Row>, 'columns' | 'rowHeight'> }) {
  return [0, 1, 2].map((index) => (
    <tr key={index}>
      {look.columns.map((column, at) => (
        <td
          key={column.id}
          className="border-b border-line px-[10px] first:pl-4 last:pr-4"
          style={{ height: look.rowHeight }}
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
}

function BodyRow<Row>({ row, look }: { readonly row: Row; readonly look: RowLook<Row> }) {
  const { columns, rowHeight, isTight, rowClassName, onRowClick } = look
  const below = look.detail?.(row)
  return (
    <>
      <tr
        onClick={onRowClick && (() => onRowClick(row))}
        className={cx('group hover:bg-s3', onRowClick && 'cursor-pointer', rowClassName?.(row))}
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
            {column.cell(row)}
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
    </>
  )
}
