/** Rows as lines of equal columns under their names, for a terminal. */
export type TableRow = Readonly<Record<string, unknown>>

const TIMES: ReadonlySet<string> = new Set(['since', 'began', 'time', 'plannedMs'])

export function tableOf(rows: readonly TableRow[], columns: readonly string[]): string {
  if (rows.length === 0) return `no ${columns.at(-1) === 'id' ? 'entries' : 'more'}\n`
  const cells = [columns, ...rows.map((row) => columns.map((name) => cellOf(name, row[name])))]
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]!.length)))
  return cells
    .map(
      (line) =>
        `${line
          .map((cell, at) => cell.padEnd(widths[at]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function cellOf(name: string, value: unknown): string {
  if (value === undefined || value === null) return '-'
  if (TIMES.has(name)) return new Date(value as number).toISOString().slice(0, 19)
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(',')
  return String(value)
}
