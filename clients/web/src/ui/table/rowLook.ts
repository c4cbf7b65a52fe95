/** How the rows of a table look, and what they answer to. */
import type { ReactNode } from 'react'
import type { DataColumn } from './dataColumn.ts'

export interface RowLook<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly rowHeight: number
  /** Padding of cells is 8, not 10. */
  readonly isTight: boolean
  readonly rowClassName: ((row: Row) => string | undefined) | undefined
  readonly onRowClick: ((row: Row) => void) | undefined
  /** What stands below an opened row, over its whole width; undefined: it is closed. */
  readonly detail: ((row: Row) => ReactNode) | undefined
}
