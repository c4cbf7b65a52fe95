/** Lists as the API gives them: a page from a place on, and the newest of a span of time. */
import { partIn, textIn, type Fields } from '../formFields.ts'

export function pageOfList(path: string, rows: readonly { readonly id: string }[], fields: Fields): object {
  const after = textIn(fields, 'starting_after')
  const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1
  const limit = Number(textIn(fields, 'limit') ?? 10)
  return {
    object: 'list',
    url: `/v1/${path}`,
    has_more: rows.length > from + limit,
    data: rows.slice(from, from + limit),
  }
}

/** Those made in the span that is asked for, the newest first. */
export function createdIn<Item extends { readonly created: number }>(
  rows: readonly Item[],
  fields: Fields,
): Item[] {
  const [from, to] = ['gte', 'lte'].map((end) => textIn(partIn(fields, 'created'), end))
  return rows
    .filter(({ created }) => created >= Number(from ?? 0) && created <= Number(to ?? Infinity))
    .toReversed()
}
