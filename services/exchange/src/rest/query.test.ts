import { describe, expect, it } from 'vitest'
import { intervalOf, integerOf, limitOf, listOf, requiredText, textOf, windowOf } from './query.ts'

const code = (value: unknown) => {
  const { code, httpStatus } = value as { code: number; httpStatus: number }
  return [httpStatus, code]
}

describe('query', () => {
  it('reads absent and empty values as absent', () => {
    expect(textOf({}, 'symbol')).toBe(undefined)
    expect(textOf({ symbol: '' }, 'symbol')).toBe(undefined)
    expect(code(requiredText({ symbol: '' }, 'symbol'))).toEqual([422, 1130])
  })

  it('refuses a key that is given twice', () => {
    expect(code(textOf({ symbol: ['A', 'B'] }, 'symbol'))).toEqual([422, 1130])
  })

  it.each(['-1', '1.5', '1e3', '0x10', ' 12 ', '٣', '１', '01', '9007199254740993', '9'.repeat(2_000)])(
    'refuses the integer %s',
    (text) => expect(code(integerOf({ limit: text }, 'limit'))).toEqual([422, 1130]),
  )

  it('clamps a limit that is too large and refuses one of zero', () => {
    expect(windowOf({ limit: '5000' })).toEqual({ limit: 1_000 })
    expect(limitOf({}, 100, 20)).toBe(20)
    expect(limitOf({ limit: '101' }, 100, 20)).toBe(100)
    expect(code(windowOf({ limit: '0' }))).toEqual([400, 1130])
  })

  it('takes bounds as they are, both inclusive', () => {
    expect(windowOf({ startTime: '5', endTime: '7', limit: '2' })).toEqual({
      startTimeMs: 5,
      endTimeMs: 7,
      limit: 2,
    })
  })

  it('takes 200 values of a list and refuses 201', () => {
    expect(listOf({ id: Array(200).fill('a').join(',') }, 'id')).toHaveLength(200)
    expect(code(listOf({ id: Array(201).fill('a').join(',') }, 'id'))).toEqual([400, 1130])
  })

  it('has 1m as its interval by default', () => {
    expect(intervalOf({})).toBe('1m')
    expect(intervalOf({ interval: '1M' })).toBe('1M')
    expect(code(intervalOf({ interval: '7m' }))).toEqual([400, 1130])
  })
})
