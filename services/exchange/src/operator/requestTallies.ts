/**
 * How many requests were answered and how long they took, in the exposition format of Prometheus. Every answer is
 * noted here, so noting one is a few additions in a row that is known already; texts are made when they are read.
 */

export interface AnsweredRequest {
  readonly method: string
  /** The path of the table, never the one that was asked for. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

export interface RequestTallies {
  note(answered: AnsweredRequest): void
  text(): string
}

/** Half a millisecond to five seconds. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Row {
  readonly method: string
  readonly route: string
  /** How many by status. */
  readonly statuses: Map<number, number>
  /** How many took no longer than each of `SECONDS` and longer than the one before; last, all the others. */
  readonly counts: number[]
  sum: number
}

export function createRequestTallies(): RequestTallies {
  /** A route has few methods, mostly one. */
  const rows = new Map<string, Row[]>()

  function rowOf(method: string, route: string): Row {
    let ofRoute = rows.get(route)
    if (ofRoute === undefined) rows.set(route, (ofRoute = []))
    for (const row of ofRoute) if (row.method === method) return row
    const row = { method, route, statuses: new Map(), counts: [...SECONDS.map(() => 0), 0], sum: 0 }
    ofRoute.push(row)
    return row
  }

  return {
    note({ method, route, status, seconds }) {
      const row = rowOf(method, route)
      row.statuses.set(status, (row.statuses.get(status) ?? 0) + 1)
      let at = 0
      while (at < SECONDS.length && seconds > SECONDS[at]!) at += 1
      row.counts[at]! += 1
      row.sum += seconds
    },
    text() {
      const all = [...rows.values()].flat()
      return [
        '# HELP vest_http_requests_total Answered requests of the API.',
        '# TYPE vest_http_requests_total counter',
        ...all.flatMap(totalLines),
        '# HELP vest_http_request_seconds From the headers of a request to the end of its answer.',
        '# TYPE vest_http_request_seconds histogram',
        ...all.flatMap(secondsLines),
        '',
      ].join('\n')
    },
  }
}

const totalLines = ({ method, route, statuses }: Row): string[] =>
  [...statuses].map(
    ([status, count]) =>
      `vest_http_requests_total{${labels({ method, route, status: String(status) })}} ${count}`,
  )

function secondsLines({ method, route, counts, sum }: Row): string[] {
  const name = 'vest_http_request_seconds'
  const own = labels({ method, route })
  let upTo = 0
  const buckets = counts.map((count, at) => {
    upTo += count
    return `${name}_bucket{le="${SECONDS[at] ?? '+Inf'}",${own}} ${upTo}`
  })
  return [...buckets, `${name}_sum{${own}} ${sum}`, `${name}_count{${own}} ${upTo}`]
}

const labels = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')

/** As the format asks for. */
const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')
