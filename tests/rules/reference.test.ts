/** The reference says what the sources say. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncApi, CALL_LIST, CHANNELS, CLOSE_CODES, openApi, SOCKET_CLOSE } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { type Channel, isChannelFault, parseChannel } from '../../services/exchange/src/socket/channel.ts'
import {
  ASYNC_API_FILE,
  asyncApiText,
  ERRORS_FILE,
  errorsText,
  OPEN_API_FILE,
  openApiText,
} from '../../tools/reference/writeReference.ts'
import { sdkMethodFiles } from '../../tools/reference/sdkMethods.ts'
// @ts-expect-error a script without types
import { sourceIndexes } from '../../tools/reference/sourceIndexes.mjs'

const root = join(import.meta.dirname, '..', '..')

/** Every value below, at whatever depth. */
function* valuesIn(value: unknown): Generator<unknown> {
  yield value
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* valuesIn(each)
}

/** How many references there are; each leads somewhere. */
function refsIn(document: Readonly<Record<string, unknown>>): number {
  const refs = [...valuesIn(document)].flatMap((value) =>
    typeof value === 'object' && value !== null && '$ref' in value ? [String(value.$ref)] : [],
  )
  for (const ref of refs) {
    const found = ref
      .slice(2)
      .split('/')
      .reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], document)
    expect([ref, typeof found]).toEqual([ref, 'object'])
  }
  return refs.length
}

describe('the AsyncAPI document', () => {
  const document = asyncApi()

  it('is fresh: `node tools/program.mjs reference` writes it', () => {
    expect(readFileSync(join(root, ASYNC_API_FILE), 'utf8')).toBe(asyncApiText())
  })

  it('refers to nothing that is not there', () => {
    expect(refsIn(document)).toBeGreaterThan(20)
  })

  it('knows every channel that the exchange serves, with its parameters, and every close code', () => {
    const priceDecimalsOf = (symbol: string) => (symbol === 'BTC-PERP' ? 2 : undefined)
    const kinds = CHANNELS.map(({ pattern }) => {
      const name = pattern
        .replace('{symbol}', 'BTC-PERP')
        .replace('{interval}', '1m')
        .replace('{tick}', '0.5')
      const parsed = parseChannel(name, priceDecimalsOf)
      expect([name, isChannelFault(parsed)]).toEqual([name, false])
      return parsed.kind
    })
    // The compiler knows the kinds that there are: a new one is a fault here.
    const all: Record<Channel['kind'], true> = {
      tickers: true, private: true, ticker: true, depth: true, trades: true, kline: true, groupedDepth: true,
    } // prettier-ignore
    expect(new Set(kinds)).toEqual(new Set(Object.keys(all)))
    expect(CLOSE_CODES.map(([code]) => code)).toEqual(Object.values(SOCKET_CLOSE).toSorted((a, b) => a - b))
    for (const { name, pattern } of CHANNELS) {
      const channel = (document['channels'] as Record<string, { address: string; parameters?: object }>)[
        name
      ]!
      expect(channel.address).toBe(pattern)
      expect(Object.keys(channel.parameters ?? {})).toEqual(
        [...pattern.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
      )
    }
  })
})

describe('the list of error codes', () => {
  it('is fresh: `node tools/program.mjs reference` writes it', () => {
    expect(readFileSync(join(root, ERRORS_FILE), 'utf8')).toBe(errorsText())
  })
})

describe('what is made from the files of calls and handlers', () => {
  const indexes = sourceIndexes(root) as readonly (readonly [file: string, text: string])[]
  it.each(indexes)('%s is fresh: `node tools/program.mjs reference` writes it', (file, text) => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(text)
  })

  it('the methods of the SDK are fresh: `node tools/program.mjs reference` writes them', async () => {
    for (const [file, text] of await sdkMethodFiles())
      expect(readFileSync(join(root, file), 'utf8'), file).toBe(text)
  })
})

describe('the OpenAPI document', () => {
  const document = openApi()

  it('is fresh: `node tools/program.mjs reference` writes it', () => {
    expect(readFileSync(join(root, OPEN_API_FILE), 'utf8')).toBe(openApiText())
  })

  it('refers to nothing that is not there', () => {
    expect(refsIn(document)).toBeGreaterThan(100)
  })

  it('names each call once, and says of each what it takes and answers', () => {
    expect(new Set(CALL_LIST.map(({ name }) => name)).size).toBe(CALL_LIST.length)
    expect(new Set(CALL_LIST.map(({ method, path }) => `${method} ${path}`)).size).toBe(CALL_LIST.length)
    const operations = Object.values(document['paths'] as object).flatMap((path) =>
      Object.values(path as object),
    )
    expect(operations).toHaveLength(CALL_LIST.length)
    for (const call of CALL_LIST) {
      expect([call.name, call.body !== undefined]).toEqual([
        call.name,
        call.method === 'POST' && call.name !== 'createListenKey' && call.name !== 'linkSocial',
      ])
      expect(call.summary).toMatch(/^[A-Z].*\.$/)
    }
  })
})
