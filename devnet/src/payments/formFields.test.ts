/** Bodies and queries as the SDK of the payment provider writes them. */
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { partIn, readFields, textIn, textsIn } from './formFields.ts'

describe('fields of a form', () => {
  it('nest', () => {
    const fields = readFields(
      '?a=1&line_items[0][price]=p&line_items[0][quantity]=1&metadata[purchase]=0x1&expand[0]=x',
    )
    expect(textIn(fields, 'a')).toBe('1')
    expect(textIn(partIn(partIn(fields, 'line_items'), '0'), 'price')).toBe('p')
    expect(textsIn(partIn(fields, 'metadata'))).toEqual({ purchase: '0x1' })
    expect(textIn(fields, 'metadata')).toBeUndefined()
  })

  it('come back as they were written, whatever their names are', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[[\]]/.test(text))
    fc.assert(
      fc.property(name, name, fc.string(), (outer, inner, value) => {
        const fields = readFields(new URLSearchParams([[`${outer}[${inner}]`, value]]).toString())
        expect(textIn(partIn(fields, outer), inner)).toBe(value)
      }),
    )
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    readFields('__proto__[polluted]=1')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
