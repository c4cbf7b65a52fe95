/** The reference of the REST API as an OpenAPI 3.1 document, made from the calls and their schemas. */
import { z } from 'zod'
import { type CallExample, CALL_GROUPS, CALL_LIST, COMMON_REFUSALS, type NamedCall } from './calls.ts'
import { REFUSAL, type RefusalName } from './errors.ts'
import { type FieldTexts, fieldText } from './fieldTexts.ts'
import { errorBody } from './wire.ts'

type Json = Readonly<Record<string, unknown>>

const codesOf = (names: readonly RefusalName[]): string => names.map((name) => REFUSAL[name]).join(', ')

/** What holds for every call; backquotes mark what is written so on the wire. */
export const API_DESCRIPTION = `Numbers with decimals travel as text, times as epoch milliseconds. Unknown fields are ignored, on both sides.

A refusal carries \`code\` and \`msg\`, twice over (\`detail\` holds the same), and \`requestId\`, by which the exchange's log
knows it. The code is what counts; each is explained in the list of error codes. A call names the refusals that are its own; any
call may be refused with ${codesOf(COMMON_REFUSALS.ofEveryCall)} besides, one with a key with ${codesOf(COMMON_REFUSALS.withKey)}, a signed one with ${codesOf(COMMON_REFUSALS.signed)}.

Calls with a key want it in \`X-API-KEY\`. The key of a session may do everything; programs can be given keys of their own,
which may read, or trade, or both, until a day and from addresses of your choice; what is beyond them is refused (1149). Signed ones carry a signature of the signing or primary key besides, over a time and
a nonce of which every key counts its own. \`X-RateLimit-Remaining\` says what is left of the allowance that a call draws from;
beyond it the answer is 429 with \`Retry-After\`.

Any query may carry \`time\` and \`recvWindow\`: they are judged as those of a signed body, so that a request that was held up
on its way is refused (1132) and not answered late. No call demands them.`

const ERRORS: Readonly<Record<string, string>> = {
  400: 'Refused by a rule; the code says which.',
  401: 'No key, or not a valid one (1002).',
  422: 'Malformed; the message names the field (1130).',
  429: 'Too many requests (1003).',
  503: 'Stopping, or unable to record anything: nothing was done.',
}

export function openApi(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const schemas: Record<string, Json> = { ErrorBody: jsonSchema(errorBody, 'output') }
  for (const call of CALL_LIST) {
    const nameOf = (kind: string): string => call.name.charAt(0).toUpperCase() + call.name.slice(1) + kind
    schemas[nameOf('Answer')] = jsonSchema(call.answer, 'output', call.fields)
    if (call.body) schemas[nameOf('Request')] = jsonSchema(call.body, 'input', call.fields)
    const path = (paths[call.path] ??= {})
    path[call.method.toLowerCase()] = operation(call, nameOf)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vest',
      version: '2',
      description: API_DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v2' }],
    tags: CALL_GROUPS.map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } },
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([status, description]) => [
          `Refused${status}`,
          { description, content: json({ $ref: '#/components/schemas/ErrorBody' }) },
        ]),
      ),
    },
  }
}

function operation(call: NamedCall, nameOf: (kind: string) => string): Json {
  const statuses = Object.keys(ERRORS).filter((status) => call.auth === 'key' || status !== '401')
  const parameters = [
    ...parametersIn('path', call.params, call.example.params),
    ...parametersIn('query', call.query, call.example.query),
  ]
  return {
    operationId: call.name,
    tags: [call.group],
    summary: call.summary,
    description: `${call.auth === 'key' ? KEYS[call.scope] : ''}Draws from the allowance of ${call.bucket}.${call.isSigned ? ' Signed.' : ''}${call.outside === undefined ? '' : ' 503 where the exchange lacks this part.'}${ownRefusals(call.refusals)}`,
    ...(call.auth === 'key' ? { security: [{ key: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: json({ $ref: `#/components/schemas/${nameOf('Request')}` }, call.example.body),
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        content: json({ $ref: `#/components/schemas/${nameOf('Answer')}` }, call.example.answer),
      },
      ...Object.fromEntries(
        statuses.map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
      ),
    },
  }
}

const ownRefusals = (names: readonly RefusalName[] = []): string =>
  names.length === 0
    ? ''
    : ` Its own refusals: ${names.map((name) => `${REFUSAL[name]} ${name}`).join(', ')}.`

const KEYS = {
  read: 'For keys that may read. ',
  trade: 'For keys that may trade. ',
  full: 'For the key of a session. ',
} as const

const parametersIn = (
  place: 'path' | 'query',
  fields: NamedCall['query'],
  examples: CallExample['query'] = {},
): Json[] =>
  Object.entries(fields ?? {}).map(([name, { schema, text, isRequired }]) => ({
    name,
    in: place,
    description: text,
    required: place === 'path' || isRequired === true,
    schema: jsonSchema(schema, 'input'),
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }))

const json = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

/** Objects are open, on both sides: fields may be added at any time, and clients pass over what they do not know. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', own?: FieldTexts): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: leaveOpen }) as Json
  return described(rest, own) as Json
}

/** The same with the meaning of every field. */
function described(node: unknown, own: FieldTexts | undefined): unknown {
  if (Array.isArray(node)) return node.map((each) => described(each, own))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'properties' ? describedFields(value as Json, own) : described(value, own),
    ]),
  )
}

const describedFields = (fields: Json, own: FieldTexts | undefined): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, node]) => {
      const text = fieldText(own, name)
      const whole = described(node, own) as Json
      return [name, text === undefined ? whole : { ...whole, description: text }]
    }),
  )

function leaveOpen({ jsonSchema: made }: { readonly jsonSchema: { additionalProperties?: unknown } }): void {
  if (made.additionalProperties === false) delete made.additionalProperties
}
