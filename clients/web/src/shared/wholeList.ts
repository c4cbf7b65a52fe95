/** Every row of a list that comes in pages, as far back as it goes; a reader that has gone away asks for nothing more. */
export async function wholeList<Row>(
  pages: AsyncIterable<readonly Row[]>,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const page of pages) {
    signal?.throwIfAborted()
    rows.push(...page)
  }
  return rows
}
