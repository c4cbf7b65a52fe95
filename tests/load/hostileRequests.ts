/**
 * Requests that no client should send, without end: made from the schemas of the calls, so that they come past the first
 * look, and then bent: values of a dictionary of what has hurt others, fields gone, doubled or added, bytes cut and
 * flipped, bodies of the wrong kind, other methods and paths. The same seed makes the same requests.
 */
import { z } from 'zod'
import { CALL_LIST, type NamedCall } from '@vest/protocol'
import type { Prng } from '../simulation/prng.ts'
import type { RawRequest } from './pipelinedClient.ts'

export interface HostileRequest extends RawRequest {
  readonly call: NamedCall
  /** Method and path are the call's own: a success must have its form. */
  readonly isOfCall: boolean
}

/** JSON as it stands, also where it is none. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Node = Raw | readonly Node[] | Fields
interface Fields {
  readonly pairs: [key: string, value: Node][]
}

const isList = (node: Node): node is readonly Node[] => Array.isArray(node)
function textOf(node: Node): string {
  if (node instanceof Raw) return node.text
  if (isList(node)) return `[${node.map(textOf).join(',')}]`
  return `{${node.pairs.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join(',')}}`
}
const raw = (value: unknown): Raw => new Raw(JSON.stringify(value))

/** What parsers, numbers and texts have stumbled over. */
const DICTIONARY: readonly string[] = [
  '9007199254740993', '-9007199254740993', '1e400', '-1e400', '-0', '0', '-1', '1.5', '1e-400', '0.1e1', '1E3',
  '""', '"0x10"', '" 12 "', '"12 "', '"+1"', '"1e3"', '"-0"', '".5"', '"5."', '"00"', '"Infinity"', '"NaN"',
  'NaN', 'Infinity', 'undefined', "'1'", '01', '+1', 'null', 'true', 'false', '[]', '{}', '[[]]', '[null]',
  '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\ufeff1"', '"1\\r\\n2"', '"\\u202e1"', '"\\uff11\\uff12"', '"\\u0663"',
  '"__proto__"', '"constructor"', '{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{}}}',
  '"<script>"', '"${1+1}"', '"\' OR 1=1 --"', '"../../etc/passwd"', '"%00"', '"=1+1"',
  `"${'9'.repeat(39)}"`, `"${'9'.repeat(41)}"`, '9'.repeat(41), `"0.${'0'.repeat(60)}1"`, `"${'a'.repeat(300)}"`,
  `"${'é'.repeat(2_000)}"`, '['.repeat(9) + ']'.repeat(9), `"0x${'0'.repeat(64)}"`, `"0x${'f'.repeat(130)}"`,
  '"0.123456789"', '1700000000000', '"1700000000000"', '253402300800000', '"BTC-PERP"', '"btc-perp"', '"LIQUIDATION"', '"GTC,FOK"',
] // prettier-ignore

/** Rare, for each costs as much as a thousand others. */
const HUGE: readonly (() => string)[] = [
  () => '9'.repeat(2_000_000),
  () => '['.repeat(200_000) + ']'.repeat(200_000),
  () => `"${'x'.repeat(1_000_000)}"`,
]

export interface HostileOptions {
  /** Keys to send: good ones and bad ones. */
  readonly apiKeys: readonly string[]
  readonly nowMs: () => number
  /** Not limited: it is not the number of requests that is tried. */
  readonly programToken: string
}

export function createHostileRequests(prng: Prng, options: HostileOptions): () => HostileRequest {
  const writes = CALL_LIST.filter(({ body }) => body !== undefined)
  const order = writes.find(({ name }) => name === 'placeOrder')!
  const schemas = new Map(
    writes.map((call) => [call.name, z.toJSONSchema(call.body!, { io: 'input' }) as JsonSchema]),
  )
  let counter = 0
  return () => {
    counter += 1
    // More is looked at in an order than anywhere else, and each refusal needs all before it to be good.
    const call = prng.chance(0.1) ? order : prng.chance(0.7) ? prng.pick(writes) : prng.pick(CALL_LIST)
    const isOfCall = !prng.chance(0.04)
    const { method, path } = isOfCall ? call : strayed(prng, call)
    const query = hostileQuery(prng, call)
    const body =
      call.body === undefined
        ? looseBody(prng, method)
        : hostileBody(prng, schemas.get(call.name)!, { ...options, counter })
    const head = [
      `${method} /v2${path.replace('{id}', () => segment(prng))}${query} HTTP/1.1`,
      'Host: 127.0.0.1',
      `X-Vest-Program: ${options.programToken}`,
      ...keyHeader(prng, options.apiKeys),
      ...(body === undefined ? [] : [...typeHeader(prng), `Content-Length: ${body.length}`]),
    ]
    return {
      call,
      isOfCall,
      bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), ...(body ? [body] : [])]),
    }
  }
}

const strayed = (prng: Prng, { method, path }: NamedCall): { method: string; path: string } =>
  prng.pick([
    { method: prng.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']), path },
    { method, path: `${path}/` },
    { method, path: `${path}/..` },
    { method, path: `//${path}` },
    { method, path: `${path}%00` },
    { method, path: `${path}%zz` },
    { method, path: path.toUpperCase() },
    { method, path: `${path}${'a'.repeat(2_000)}` },
  ])

const segment = (prng: Prng): string => encodeURIComponent(wordOf(prng.pick(DICTIONARY)))

const keyHeader = (prng: Prng, keys: readonly string[]): string[] =>
  prng.chance(0.06) ? [] : [`${prng.pick(['X-API-KEY', 'x-api-key'])}: ${prng.pick(keys)}`]

const typeHeader = (prng: Prng): string[] =>
  prng.chance(0.97)
    ? ['Content-Type: application/json']
    : prng.pick([
        [],
        ['Content-Type: text/plain'],
        ['Content-Type: application/json; charset=utf-16'],
        ['Content-Type: multipart/form-data; boundary=x'],
        ['Content-Type: application/x-www-form-urlencoded'],
        ['Content-Type: '],
      ])

// ---------------------------------------------------------------- queries

/** A value of the dictionary as a person would write it into an address. */
const wordOf = (json: string): string => (json.startsWith('"') ? json.slice(1, -1) : json).slice(0, 400)

/** Never harmless: a read that succeeds costs the exchange more than it teaches. */
function hostileQuery(prng: Prng, { query, method }: NamedCall): string {
  const names = [...Object.keys(query ?? {}), 'time', 'recvWindow']
  const pairs: string[] = []
  if (method === 'GET') pairs.push(`time=${encodeURIComponent(wordOf(prng.pick(DICTIONARY)))}`)
  while (prng.chance(method === 'GET' ? 0.6 : 0.05)) {
    const value = prng.chance(0.9)
      ? encodeURIComponent(wordOf(prng.pick(DICTIONARY)))
      : prng.pick(['%', '%zz', '%c0%af', '%ff', 'a,'.repeat(250), ''])
    pairs.push(`${prng.pick(names)}=${value}`)
  }
  return pairs.length === 0 ? '' : `?${pairs.join(prng.chance(0.95) ? '&' : '&&=&')}`
}

// ---------------------------------------------------------------- bodies

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly items?: JsonSchema
}

/** A body where none belongs. */
const looseBody = (prng: Prng, method: string): Buffer | undefined =>
  method === 'GET' || prng.chance(0.3) ? undefined : Buffer.from(prng.pick(['{}', '', '[]', '{"a":1}', '{']))

function hostileBody(prng: Prng, schema: JsonSchema, context: Context): Buffer {
  if (prng.chance(0.0002)) return Buffer.from(prng.pick(HUGE)())
  let body = sampled(prng, schema, '', context)
  const bends = prng.pick([0, 1, 1, 1, 2, 3])
  for (let i = 0; i < bends; i += 1) body = bent(prng, body)
  const text = prng.chance(0.03)
    ? prng.pick([`[${textOf(body)}]`, `"${context.counter}"`, '1', 'null', `${textOf(body)}}`, '\ufeff{}'])
    : textOf(body)
  const bytes = Buffer.from(text)
  return prng.chance(0.1) ? damaged(prng, bytes) : bytes
}

interface Context extends HostileOptions {
  readonly counter: number
}

/** What a well-meant request would say there, so that it is looked at further in. */
const GOOD: Readonly<Record<string, (prng: Prng, context: Context) => unknown>> = {
  time: (_prng, { nowMs }) => nowMs(),
  nonce: (_prng, { counter }) => counter + 1_000_000,
  symbol: (prng) => prng.pick(['BTC-PERP', 'SPY-USD-PERP']),
  // Some as another exchange takes them: too few bent texts hit one field of an order that is good otherwise.
  size: (prng) => prng.pick(['0.0100', '1', '100', '0.0000001']),
  limitPrice: (prng) => prng.pick(['50000.00', '600.00']),
  orderType: (prng) => prng.pick(['LIMIT', 'MARKET', 'STOP_LOSS', 'DEPOSIT']),
  timeInForce: (prng) => prng.pick(['GTC', 'IOC', 'FOK', 'POST_ONLY', 'DAY']),
  recvWindow: () => 60_000,
  timeoutMs: () => 60_000,
  token: () => 'USDC',
  networkType: () => 0,
  chainId: () => 31_337,
  chain_id: () => 31_337,
  expiryTime: (_prng, { nowMs }) => nowMs() + 86_400_000,
  label: () => 'hostile',
  value: (prng) => prng.pick([1, 10, '2000000']),
  clientId: (_prng, { counter }) => `h-${counter}`,
}
const hexOf = (prng: Prng, bytes: number): string => {
  let text = '0x'
  for (let i = 0; i < bytes; i += 4) text += prng.int(0, 0xffffffff).toString(16).padStart(8, '0')
  return text
}
function goodValue(prng: Prng, name: string, context: Context): unknown {
  if (/signature/i.test(name)) return hexOf(prng, 64) + prng.pick(['1b', '1c'])
  if (/^(id|nonce_hex)$/.test(name)) return hexOf(prng, 32)
  if (/addr|account|recipient/i.test(name)) return hexOf(prng, 20)
  return GOOD[name]?.(prng, context)
}

/** Optional, and nearly always there: without them most orders end at their absence. */
const WELL_FILLED: ReadonlySet<string> = new Set(['limitPrice', 'timeInForce'])

function sampled(prng: Prng, schema: JsonSchema, name: string, context: Context): Node {
  if (schema.properties !== undefined) {
    const wanted = Object.entries(schema.properties).filter(
      ([key]) => schema.required?.includes(key) === true || prng.chance(WELL_FILLED.has(key) ? 0.9 : 0.3),
    )
    return { pairs: wanted.map(([key, inner]) => [key, sampled(prng, inner, key, context)]) }
  }
  const good = goodValue(prng, name, context)
  if (good !== undefined && prng.chance(0.9)) return raw(good)
  if (schema.anyOf !== undefined) return sampled(prng, prng.pick(schema.anyOf), name, context)
  if (schema.enum !== undefined) return raw(prng.pick(schema.enum))
  if (schema.type === 'array')
    return Array.from({ length: prng.int(0, 3) }, () => sampled(prng, schema.items ?? {}, name, context))
  if (schema.type === 'boolean') return raw(prng.chance(0.5))
  if (schema.type === 'number' || schema.type === 'integer') return raw(prng.int(0, 1_000_000))
  if (schema.type === 'null') return raw(null)
  return raw(prng.pick(['0.1', '1', 'x', hexOf(prng, 32)]))
}

/** One thing wrong more, somewhere. */
function bent(prng: Prng, node: Node): Node {
  if (node instanceof Raw || isList(node)) return new Raw(prng.pick(DICTIONARY))
  const { pairs } = node
  if (pairs.length === 0) return { pairs: [['__proto__', new Raw('{"a":1}')]] }
  const at = prng.int(0, pairs.length - 1)
  const [key, value] = pairs[at]!
  const replaced = (...now: [string, Node][]): Node => ({ pairs: pairs.toSpliced(at, 1, ...now) })
  // Oftenest deeper down: what is signed lies there.
  if (!(value instanceof Raw) && !isList(value) && prng.chance(0.75))
    return replaced([key, bent(prng, value)])
  switch (prng.int(0, 6)) {
    case 0:
      return replaced()
    case 1:
      return replaced([key, value], [key, value])
    case 2:
      return replaced([key, value], [key, new Raw(prng.pick(DICTIONARY))])
    case 3:
      return replaced(
        [key, value],
        [prng.pick(['__proto__', 'constructor', 'toString', 'x', '']), new Raw(prng.pick(DICTIONARY))],
      )
    default:
      return replaced([key, new Raw(prng.pick(DICTIONARY))])
  }
}

/** Cut short, a byte turned, or bytes that are no text. */
function damaged(prng: Prng, bytes: Buffer): Buffer {
  const at = prng.int(0, Math.max(0, bytes.length - 1))
  switch (prng.int(0, 3)) {
    case 0:
      return bytes.subarray(0, at)
    case 1: {
      const turned = Buffer.from(bytes)
      if (turned.length > 0) turned[at] = turned[at]! ^ (1 << prng.int(0, 7))
      return turned
    }
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([prng.int(128, 255)]), bytes.subarray(at)])
    default:
      return Buffer.concat([bytes, bytes.subarray(at)])
  }
}
