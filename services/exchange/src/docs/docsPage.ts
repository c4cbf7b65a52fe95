/**
 * The reference as a page: every call with what it takes and answers, every error code. It is made once, from the
 * same data as the OpenAPI document, and needs no script.
 */
import {
  API_DESCRIPTION,
  CALL_GROUPS,
  CALL_LIST,
  CHANNELS,
  CLOSE_CODES,
  ERRORS,
  fieldsOf,
  type NamedCall,
  REFUSAL,
  type RefusalName,
  type SchemaField,
  SOCKET_DESCRIPTION,
  type SocketChannel,
} from '@vest/protocol'
import { DOCS_STYLE } from './docsStyle.ts'

export function docsPage(): string {
  const groups = CALL_GROUPS.map((title) => ({
    title,
    calls: CALL_LIST.filter(({ group }) => group === title),
  }))
  const contents = groups.map(
    ({ title, calls }) => `<p class="group">${title}</p><ul>${calls.map(contentsLine).join('')}</ul>`,
  )
  const sections = groups.map(({ title, calls }) => `<h2>${title}</h2>${calls.map(section).join('')}`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vest API</title>
<link rel="icon" type="image/svg+xml" href="/mark.svg">
<style>${DOCS_STYLE}</style>
</head>
<body>
<nav aria-label="Calls"><a class="home" href="/">Vest</a>${contents.join('')}<p class="group"><a href="#feeds">Feeds</a></p><ul>${CHANNELS.map(channelLine).join('')}</ul><p class="group"><a href="#errors">Error codes</a></p></nav>
<main>
<h1>Vest API</h1>
${paragraphs(API_DESCRIPTION)}
<p>For tools: the calls as an <a href="/openapi.json">OpenAPI 3.1</a>, the feeds as an <a href="/asyncapi.json">AsyncAPI 3.0</a> document.</p>
${sections.join('\n')}
<h2 id="feeds">Feeds</h2>
${paragraphs(SOCKET_DESCRIPTION)}
${CHANNELS.map(channelSection).join('')}${closeTable()}
<h2 id="errors">Error codes</h2>
${errorTable()}
</main>
</body>
</html>
`
}

const contentsLine = ({ name, method, path }: NamedCall): string =>
  `<li><a href="#${name}"><b class="${method.toLowerCase()}">${method}</b> ${escaped(path)}</a></li>`

function section(call: NamedCall): string {
  const { name, method, path, summary, bucket, isSigned, outside, refusals } = call
  const access = [
    call.auth === 'key' ? KEYS[call.scope] : 'Open to all',
    ...(isSigned ? ['signed'] : []),
    ...(outside === undefined ? [] : ['503 where the exchange lacks this part']),
    `draws from ${bucket}`,
    ...(refusals === undefined ? [] : [`refused with ${refusals.map(errorLink).join(', ')}`]),
  ]
  return `<section id="${name}">
<h3><b class="${method.toLowerCase()}">${method}</b> <code>/v2${escaped(path)}</code></h3>
<p>${escaped(summary)}</p>
<p class="access">${access.join(' · ')}</p>
${queryTable('Path', call.params)}${queryTable('Query', call.query)}${call.body ? fieldTable('Body', fieldsOf(call.body, 'input', call.fields)) : ''}${fieldTable('Answer', fieldsOf(call.answer, 'output', call.fields))}${exampleOf(call)}</section>`
}

/** What goes over the wire, folded away until it is asked for. */
function exampleOf({ method, path, example: { params = {}, query, body, answer } }: NamedCall): string {
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)
  const line = `${method} /v2${target}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`
  const parts = [body, answer]
    .filter((part) => part !== undefined)
    .map((part) => JSON.stringify(part, undefined, 2))
  return `<details><summary>Example</summary><pre>${escaped([line, ...parts].join('\n\n'))}</pre></details>`
}

const errorLink = (name: RefusalName): string => `<a href="#error-${REFUSAL[name]}">${REFUSAL[name]}</a>`

const channelLine = ({ name, pattern }: SocketChannel): string =>
  `<li><a href="#feed-${name}"><b class="get">WS</b> ${escaped(pattern)}</a></li>`

function channelSection({ name, pattern, summary, cadence, isPrivate, data, fields }: SocketChannel): string {
  return `<section id="feed-${name}">
<h3><b class="get">WS</b> <code>${escaped(pattern)}</code></h3>
<p>${escaped(summary)}</p>
<p class="access">${isPrivate ? 'Listen key · ' : ''}${escaped(cadence)}</p>
${fieldTable('Data', fieldsOf(data, 'output', fields))}</section>`
}

function closeTable(): string {
  const rows = CLOSE_CODES.map(([code, text]) => `<tr><td>${code}</td><td>${escaped(text)}</td></tr>`)
  return `<h3>Close codes</h3><div class="scroll"><table><tbody>${rows.join('')}</tbody></table></div>`
}

const KEYS = {
  read: 'API key that may read',
  trade: 'API key that may trade',
  full: 'API key of a session',
} as const

function queryTable(title: string, query: NamedCall['query']): string {
  const fields = Object.entries(query ?? {}).map(([name, { schema, text, isRequired }]): SchemaField => {
    const [whole] = fieldsOf(schema, 'input')
    return { name, depth: 0, type: whole!.type, isRequired: isRequired === true, text }
  })
  return fields.length === 0 ? '' : fieldTable(title, fields)
}

function fieldTable(title: string, fields: readonly SchemaField[]): string {
  if (fields.length === 0) return `<h4>${title}</h4><p class="access">An empty object.</p>`
  const rows = fields.map(
    ({ name, depth, type, isRequired, text }) =>
      `<tr><td class="d${Math.min(depth, 4)}"><code>${escaped(name)}</code>${isRequired ? '' : '<i> optional</i>'}</td>` +
      `<td>${escaped(type)}${text === undefined ? '' : `<br><span>${escaped(text)}</span>`}</td></tr>`,
  )
  return `<h4>${title}</h4><div class="scroll"><table><tbody>${rows.join('')}</tbody></table></div>`
}

function errorTable(): string {
  const rows = ERRORS.filter(({ origin }) => origin !== 'client').map(
    ({ code, httpStatus, name, message }) =>
      `<tr id="error-${code}"><td>${code}</td><td>${httpStatus}</td><td><code>${name}</code><br><span>${escaped(message)}</span></td></tr>`,
  )
  return `<div class="scroll"><table><thead><tr><th>Code</th><th>HTTP</th><th>Name and message</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((one) => `<p>${escaped(one).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('')

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!)
