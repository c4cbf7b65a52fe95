/**
 * What of the wire a run has met: every member of an enumeration and every field that may be left out, of every
 * request, answer and channel of the schemas. It listens beside the statements and judges nothing; at the end it says
 * what no message has shown.
 */
import { z } from 'zod'
import { CALL_LIST, CHANNELS, type JsonSchemaNode, type NamedCall } from '@vest/protocol'

export interface WireWitness {
  /** Requests and answers from now on, of every caller. */
  listen(): void
  /** Stops listening. */
  leave(): void
  /** A message of a channel, as it is subscribed to. */
  message(channel: string, data: unknown): void
  /** Marks that no message has shown, in the order of the reference. */
  unseen(): readonly string[]
  /** All that there are. */
  readonly all: readonly string[]
}

const choicesOf = (node: JsonSchemaNode): readonly JsonSchemaNode[] | undefined => node.anyOf ?? node.oneOf
const isNullable = (node: JsonSchemaNode): boolean =>
  node.type === 'null' || choicesOf(node)?.some((one) => one.type === 'null') === true
const mayLack = ({ required = [] }: JsonSchemaNode, name: string, field: JsonSchemaNode): boolean =>
  !required.includes(name) || isNullable(field)

/** Everything of a schema that can be seen: `path` and `path = member`. */
function* marksOf(node: JsonSchemaNode, path: string): Generator<string> {
  for (const member of node.enum ?? []) yield `${path} = ${String(member)}`
  for (const [name, field] of Object.entries(node.properties ?? {})) {
    if (mayLack(node, name, field)) yield `${path}.${name}`
    yield* marksOf(field, `${path}.${name}`)
  }
  for (const choice of choicesOf(node) ?? []) yield* marksOf(choice, pathOf(choice, path))
  for (const [at, inner] of (node.prefixItems ?? []).entries()) yield* marksOf(inner, `${path}[${at}]`)
  if (node.items) yield* marksOf(node.items, `${path}[]`)
  if (node.additionalProperties) yield* marksOf(node.additionalProperties, `${path}{}`)
}

/** Of those, what a value shows. */
function* marksIn(node: JsonSchemaNode, value: unknown, path: string): Generator<string> {
  if (value === undefined || value === null) return
  if (node.enum?.includes(value) === true) yield `${path} = ${String(value)}`
  for (const choice of choicesOf(node) ?? [])
    if (isOf(choice, value)) yield* marksIn(choice, value, pathOf(choice, path))
  if (Array.isArray(value)) {
    for (const [at, inner] of (node.prefixItems ?? []).entries())
      yield* marksIn(inner, value[at], `${path}[${at}]`)
    if (node.items) for (const one of value) yield* marksIn(node.items, one, `${path}[]`)
  } else if (typeof value === 'object') {
    const fields = node.properties ?? {}
    for (const [name, inner] of Object.entries(value)) {
      const field = fields[name]
      if (field === undefined) {
        if (node.additionalProperties) yield* marksIn(node.additionalProperties, inner, `${path}{}`)
        continue
      }
      if (inner !== null && mayLack(node, name, field)) yield `${path}.${name}`
      yield* marksIn(field, inner, `${path}.${name}`)
    }
  }
}

/** Of alternatives that constants tell apart, which it is. */
function pathOf(choice: JsonSchemaNode, path: string): string {
  const constants = Object.values(choice.properties ?? {}).flatMap((field) => field.const ?? [])
  return constants.length === 0 ? path : `${path} ${constants.join(' ')}`
}

/** Of alternatives, is it this one? Objects are told apart by the constants among their fields. */
function isOf(node: JsonSchemaNode, value: unknown): boolean {
  if (!node.properties || typeof value !== 'object' || value === null) return true
  return Object.entries(node.properties).every(
    ([name, field]) => field.const === undefined || field.const === (value as Record<string, unknown>)[name],
  )
}

const nodeOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchemaNode =>
  z.toJSONSchema(schema, { io }) as JsonSchemaNode

interface Described {
  readonly name: string
  readonly pattern: RegExp
}
interface DescribedCall extends Described {
  readonly method: string
  readonly query: JsonSchemaNode
  readonly body?: JsonSchemaNode
  readonly answer: JsonSchemaNode
}
interface DescribedChannel extends Described {
  readonly data: JsonSchemaNode
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/@]+')}$`)

function describeCall(call: NamedCall): DescribedCall {
  const { method, path, query = {}, body, answer } = call
  return {
    name: `${method} ${path}`,
    method,
    pattern: patternOf(`/v2${path}`),
    query: {
      properties: Object.fromEntries(
        Object.entries(query).map(([name, { schema }]) => [name, nodeOf(schema, 'input')]),
      ),
      required: Object.keys(query).filter((name) => query[name]!.isRequired === true),
    },
    ...(body === undefined ? {} : { body: nodeOf(body, 'input') }),
    answer: nodeOf(answer, 'output'),
  }
}

export function createWireWitness(isLookedFor: (call: NamedCall) => boolean): WireWitness {
  const calls = CALL_LIST.filter(isLookedFor).map(describeCall)
  const channels: readonly DescribedChannel[] = CHANNELS.map(({ pattern, data }) => ({
    name: pattern,
    pattern: patternOf(pattern),
    data: nodeOf(data, 'output'),
  }))
  const all = [
    ...calls.flatMap(({ name, query, body, answer }) => [
      ...marksOf(query, `${name} ?`),
      ...(body === undefined ? [] : marksOf(body, `${name} <`)),
      ...marksOf(answer, `${name} >`),
    ]),
    ...channels.flatMap(({ name, data }) => [...marksOf(data, name)]),
  ]
  const seen = new Set<string>()
  const see = (marks: Iterable<string>): void => {
    for (const mark of marks) seen.add(mark)
  }

  const hear = (method: string, url: URL, sent: unknown, answered: unknown): void => {
    const call = calls.find((one) => one.method === method && one.pattern.test(url.pathname))
    if (call === undefined) return
    see(marksIn(call.query, Object.fromEntries(url.searchParams), `${call.name} ?`))
    if (call.body !== undefined) see(marksIn(call.body, sent, `${call.name} <`))
    see(marksIn(call.answer, answered, `${call.name} >`))
  }

  const { fetch } = globalThis
  return {
    all: [...new Set(all)],
    unseen: () => [...new Set(all)].filter((mark) => !seen.has(mark)),
    message(channel, data) {
      const found = channels.find(({ pattern }) => pattern.test(channel))
      if (found !== undefined) see(marksIn(found.data, data, found.name))
    },
    listen() {
      globalThis.fetch = async (input, init) => {
        const response = await fetch(input, init)
        // Only what was done counts: a refused request shows that a field was refused.
        if (response.ok) {
          const answered = asJson(await response.clone().text())
          const sent = typeof init?.body === 'string' ? asJson(init.body) : undefined
          hear(init?.method ?? 'GET', new URL(input instanceof Request ? input.url : input), sent, answered)
        }
        return response
      }
    },
    leave: () => void (globalThis.fetch = fetch),
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
