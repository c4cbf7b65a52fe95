/** A column of a {@link DataTable}: its head, what stands in its cells, and by what it sorts. */
import type { ReactNode } from 'react'
import type { SortValue } from './compareSortValues.ts'

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
