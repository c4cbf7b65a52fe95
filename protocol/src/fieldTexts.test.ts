import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { CALL_LIST } from './calls.ts'
import { CHANNELS, SOCKET_FRAMES } from './channels.ts'
import { type FieldTexts, fieldText, SHARED_FIELD_TEXTS } from './fieldTexts.ts'
import { jsonSchema } from './openApi.ts'
import { errorBody } from './wire.ts'

/** Every name of a field in it, at whatever depth and of every choice. */
function* namesIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') yield* Object.keys(value as object)
    yield* namesIn(value)
  }
}
const ownerOf = (
  owner: string,
  own: FieldTexts | undefined,
  schemas: readonly (z.ZodType | undefined)[],
) => ({
  owner,
  own,
  names: new Set(
    schemas.flatMap((schema) => (schema === undefined ? [] : [...namesIn(jsonSchema(schema, 'output'))])),
  ),
})

/** Calls and channels with their fields, and what they say of them themselves. */
const owners = [
  ...CALL_LIST.map(({ name, body, answer, fields }) => ownerOf(name, fields, [body, answer])),
  ...CHANNELS.map(({ name, data, fields }) => ownerOf(`feed.${name}`, fields, [data])),
]
/** Their fields have the words of the vocabulary alone, where it has any. */
const others = [
  ...Object.entries(SOCKET_FRAMES).map(([name, { schema }]) => ownerOf(name, undefined, [schema])),
  ownerOf('errorBody', undefined, [errorBody]),
]
const texts = owners.flatMap(({ owner, own, names }) =>
  [...names].map((name) => [`${owner}.${name}`, fieldText(own, name)] as const),
)

describe('the meaning of fields', () => {
  it('is told of every field', () => {
    expect(texts.length).toBeGreaterThan(300)
    expect(texts.filter(([, text]) => text === undefined)).toEqual([])
  })

  it('is told of none that there is not', () => {
    const strange = owners.flatMap(({ owner, own, names }) =>
      Object.keys(own ?? {})
        .filter((name) => !names.has(name))
        .map((name) => `${owner}.${name}`),
    )
    expect(strange).toEqual([])
  })

  it('stands with its call or channel, or in the vocabulary where several mean the same', () => {
    const isUsedTwice = (name: string): boolean =>
      [...owners, ...others].filter(({ own, names }) => names.has(name) && own?.[name] === undefined).length >
      1
    expect(Object.keys(SHARED_FIELD_TEXTS).filter((name) => !isUsedTwice(name))).toEqual([])
    const repeated = owners.flatMap(({ owner, own }) =>
      Object.entries(own ?? {})
        .filter(([name, text]) => SHARED_FIELD_TEXTS[name] === text)
        .map(([name]) => `${owner}.${name}`),
    )
    expect(repeated).toEqual([])
  })

  it('is a sentence', () => {
    for (const [, text] of texts) expect(text).toMatch(/^[\p{Lu}\d].*\.$/u)
  })
})
