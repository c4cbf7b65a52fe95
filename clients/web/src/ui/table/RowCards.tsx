/** The rows of a table as cards, for small screens. */
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Skeleton } from '../Skeleton.tsx'
import type { RowLook } from './rowLook.ts'
import type { PageRow } from './useTablePage.ts'

export interface RowCardsProps<Row> {
  readonly label: string
  readonly rows: readonly PageRow<Row>[]
  /** A skeleton stands in their place. */
  readonly isLoading: boolean
  readonly card: (row: Row) => ReactNode
  readonly look: Pick<RowLook<Row>, 'rowClassName' | 'detail'>
}

export function RowCards<Row>({ label, rows, isLoading, card, look }: RowCardsProps<Row>) {
  return (
    <ul aria-label={label} aria-busy={isLoading} className="flex flex-col">
      {isLoading
        ? [0, 1, 2].map((index) => (
            <li key={index} className="border-b border-line px-4 py-4">
              <Skeleton className="h-[10px] w-1/2" />
              <Skeleton className="mt-3 h-[10px] w-4/5" />
            </li>
          ))
        : rows.map(({ id, original }) => (
            <li key={id} className={cx('border-b border-line px-4 py-3', look.rowClassName?.(original))}>
              {card(original)}
              {look.detail?.(original)}
            </li>
          ))}
    </ul>
  )
}
