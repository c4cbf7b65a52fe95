/** The reference says what the sources say. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALL_LIST, openApi } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { OPEN_API_FILE, openApiText } from '../../tools/reference/writeReference.ts'

const root = join(import.meta.dirname, '..', '..')

/** Every value below, at whatever depth. */
function* valuesIn(value: unknown): Generator<unknown> {
  yield value
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* valuesIn(each)
}

describe('the OpenAPI document', () => {
  const document = openApi()

  it('is fresh: `node tools/program.mjs reference` writes it', () => {
    expect(readFileSync(join(root, OPEN_API_FILE), 'utf8')).toBe(openApiText())
  })

  it('refers to nothing that is not there', () => {
    const refs = [...valuesIn(document)].flatMap((value) =>
      typeof value === 'object' && value !== null && '$ref' in value ? [String(value.$ref)] : [],
    )
    expect(refs.length).toBeGreaterThan(100)
    for (const ref of refs) {
      const found = ref
        .slice(2)
        .split('/')
        .reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], document)
      expect([ref, typeof found]).toEqual([ref, 'object'])
    }
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
        call.method === 'POST' && call.name !== 'createListenKey',
      ])
      expect(call.summary).toMatch(/^[A-Z].*\.$/)
    }
  })
})
