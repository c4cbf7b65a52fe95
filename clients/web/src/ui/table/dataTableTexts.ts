/** Texts of a table: what its pager and its failure say. */

export interface DataTableTexts {
  readonly rows: string
  readonly range: (from: number, to: number, total: number) => string
  readonly first: string
  readonly previous: string
  readonly next: string
  readonly last: string
  readonly failed: string
  readonly retry: string
}
