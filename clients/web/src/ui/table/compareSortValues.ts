/** Order of two cells: numbers and bigints by value, text by locale; what is absent the table puts last. */
export type SortValue = number | bigint | string | undefined

export function compareSortValues(a: SortValue, b: SortValue): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1
  if (typeof a === 'string' || typeof b === 'string')
    return String(a).localeCompare(String(b), undefined, { numeric: true })
  return a < b ? -1 : a > b ? 1 : 0
}
