import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonBody } from './jsonBody.ts'

const read = (text: string) => readJsonBody(Buffer.from(text, 'utf8'))
const refused = (message: string) => ({ ok: false, message })

describe('readJsonBody', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value)
        const body = read(text)
        // Numbers of more than 40 characters cannot come out of JSON.stringify; nesting stays below 8 here.
        expect(body).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  it('refuses a key that stands twice in one object, however it is written', () => {
    expect(read('{"size":"1","size":"2"}')).toEqual(refused('Duplicate key: size'))
    expect(read('{"a":{"size":"1","b":[{}],"si\\u007ae":"2"}}')).toEqual(refused('Duplicate key: size'))
    expect(read('{"a" : 1 , "a"\t:2}')).toEqual(refused('Duplicate key: a'))
  })

  it('accepts the same key in different objects, and a value that equals a key', () => {
    expect(read('{"a":{"b":"a"},"b":{"a":["b","a"]}}')).toEqual({
      ok: true,
      value: { a: { b: 'a' }, b: { a: ['b', 'a'] } },
    })
  })

  it('accepts nesting of 8 and refuses 9, also two hundred thousand levels', () => {
    expect(read('['.repeat(8) + ']'.repeat(8)).ok).toBe(true)
    expect(read('['.repeat(9) + ']'.repeat(9))).toEqual(refused('Nested deeper than 8 levels'))
    expect(read('['.repeat(200_000) + ']'.repeat(200_000)).ok).toBe(false)
  })

  it('accepts a number of 40 characters and refuses 41', () => {
    expect(read(`[${'1'.repeat(40)}]`).ok).toBe(true)
    expect(read(`[${'1'.repeat(41)}]`)).toEqual(refused('Number longer than 40 digits'))
    expect(read(`["${'1'.repeat(41)}"]`).ok).toBe(true)
  })

  it.each([
    ['BOM', '\uFEFF{}'],
    ['nothing', ''],
    ['two values', '{}{}'],
    ['NaN', '{"a":NaN}'],
    ['comment', '{}//'],
  ])('refuses %s', (_name, text) => expect(read(text)).toEqual(refused('Body is not valid JSON')))

  it('refuses bytes that are no UTF-8', () => {
    expect(readJsonBody(Buffer.of(0x22, 0xff, 0x22))).toEqual(refused('Body is not valid UTF-8'))
  })

  it('leaves __proto__ an own property that changes no prototype', () => {
    const body = read('{"__proto__":{"isAdmin":true}}')
    expect(body.ok && (body.value as { isAdmin?: unknown }).isAdmin).toBe(undefined)
    expect(({} as { isAdmin?: unknown }).isAdmin).toBe(undefined)
  })
})
