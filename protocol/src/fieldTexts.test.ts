import { describe, expect, it } from 'vitest'
import { CALL_LIST } from './calls.ts'
import { CHANNELS } from './channels.ts'
import { FIELD_TEXT_NAMES, fieldText } from './fieldTexts.ts'
import { fieldsOf } from './schemaFields.ts'

/** Every field of every call and channel, with its owner. */
const fields = [
  ...CALL_LIST.flatMap(({ name, body, answer }) => [
    ...(body === undefined ? [] : fieldsOf(body, 'input').map((field) => [name, field.name] as const)),
    ...fieldsOf(answer, 'output').map((field) => [name, field.name] as const),
  ]),
  ...CHANNELS.flatMap(({ name, data }) =>
    fieldsOf(data, 'output').map((field) => [`feed.${name}`, field.name] as const),
  ),
].filter(([, name]) => name !== '')

describe('the meaning of fields', () => {
  it('is told of every field', () => {
    expect(fields.length).toBeGreaterThan(300)
    const untold = fields.filter(([owner, name]) => fieldText(owner, name) === undefined)
    expect(untold).toEqual([])
  })

  it('is told of none that there is not', () => {
    const known = new Set(fields.flatMap(([owner, name]) => [name, `${owner}.${name}`]))
    expect(FIELD_TEXT_NAMES.filter((name) => !known.has(name))).toEqual([])
  })

  it('is a sentence', () => {
    for (const [owner, name] of fields) expect(fieldText(owner, name)).toMatch(/^[\p{Lu}\d].*\.$/u)
  })
})
