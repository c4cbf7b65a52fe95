/** The status as a page of its own, which what stands before the exchange shows while the exchange cannot answer. */
import { timeText } from '@vest/identity'
import type { IncidentStatus, StatusHistoryResponse } from '@vest/protocol'

const WORDS: Readonly<Record<IncidentStatus, string>> = {
  HASISSUES: 'Issues',
  UNDERMAINTENANCE: 'Maintenance',
  DOWN: 'Not running',
}
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Without a script, a style or a font from elsewhere: it is read where nothing else answers. */
export function statusPage({ time, incidents, samples }: StatusHistoryResponse, isEnding: boolean): string {
  const last = samples.at(-1)
  const rows = incidents
    .toReversed()
    .slice(0, 20)
    .map(
      ({ startTime, endTime, status, message }) =>
        `<li>${timeText(startTime)} – ${endTime === null ? 'now' : timeText(endTime)}: ${WORDS[status]}${message === null ? '' : `, ${escaped(message)}`}</li>`,
    )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Vest status</title></head>
<body>
<h1>Vest status</h1>
<p>${isEnding ? 'The exchange was stopped' : 'Last seen running'} at ${timeText(time)}. If you read this in place of the app, it does not answer now: orders and positions are kept, and no order is taken until it is back.</p>
${last === undefined ? '' : `<p>At its last look the engine answered in ${last.engineMs} ms, the history in ${last.historyMs} ms.</p>`}
<h2>Last incidents</h2>
${rows.length === 0 ? '<p>None.</p>' : `<ul>${rows.join('')}</ul>`}
</body></html>
`
}
