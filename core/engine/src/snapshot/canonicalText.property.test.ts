import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { longList, type Plain, type ReadList, readState, writeState } from './canonicalText.ts'

/** Keys that are no numbers; texts with characters that a scanner of strings might misread. */
const key = fc.string({
  unit: fc.constantFrom('a', 'B', '_', '"', '\\', '{', ',', 'é', '$'),
  minLength: 1,
  maxLength: 4,
})
const text = fc.string({
  unit: fc.constantFrom('x', '"', '\\', '[', ']', '{', '}', ',', ':', '\n', '€', '7'),
})
const leaf = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const { value } = fc.letrec<{ value: Plain }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))
const item = fc.oneof(
  fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true }),
  fc.array(value, { maxLength: 3 }),
)

/** The text by definition: keys in order, nothing absent, bigints as objects. */
function textOf(value: Plain): string {
  if (typeof value === 'bigint') return `{"$bigint":"${value}"}`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  const fields = value as { readonly [name: string]: Plain }
  const told = Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${textOf(fields[name])}`)
  return `{${told.join(',')}}`
}

/** -0 is written as 0. */
const zeroed = (plain: unknown): unknown =>
  typeof plain === 'bigint'
    ? plain
    : JSON.parse(JSON.stringify(plain, (_, one) => (typeof one === 'bigint' ? `${one}n` : one)))

describe('the text of a state', () => {
  it('contains all its values with sorted keys, long lists or not, and is read item by item', () => {
    fc.assert(
      fc.property(
        fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }),
        fc.array(item, { maxLength: 8 }),
        fc.boolean(),
        (fields, items, isFirst) => {
          const name = isFirst ? '!long' : '~long'
          const list = longList(items, (one) => one)
          const state = { ...fields, absent: undefined, '@within': { ...fields, [name]: list }, [name]: list }
          const written = writeState(state)
          const within = { ...fields, [name]: items }
          expect(written.toString()).toBe(textOf({ ...within, '@within': within } as Plain))
          const { [name]: long, ...read } = readState(written, { [name]: true }) as Record<
            string,
            Iterable<unknown>
          >
          expect(zeroed([...long!])).toEqual(zeroed(items))
          expect(zeroed(read)).toEqual(zeroed({ ...fields, '@within': within }))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('with more items than a block is in one piece', () => {
    const numbers = Array.from({ length: 2_500 }, (_, n) => n)
    const written = writeState({ b: 1n, a: longList(numbers, (n) => ({ n })) })
    expect(written.toString()).toBe(
      `{"a":[${numbers.map((n) => `{"n":${n}}`).join(',')}],"b":{"$bigint":"1"}}`,
    )
    const { a, b } = readState(written, { a: true }) as { readonly a: ReadList<unknown>; readonly b: bigint }
    expect(a.count).toBe(2_500)
    expect([...a]).toEqual(numbers.map((n) => ({ n })))
    expect(b).toBe(1n)
  })

  it('never holds a long list in one string: within an item, within an object, or by itself', () => {
    const CHARACTERS = 16_777_216
    const sessions = Array.from({ length: 20_000 }, (_, n) => ({ n, proof: 'c'.repeat(1_000) }))
    const runs = Array.from({ length: 20_000 }, (_, n) => n)
    const accounts = [{ id: 0 }, { id: 1, sessions }, { id: 2 }, { id: 3, runs }]
    const state = { accounts, points: { week: 7n, rows: sessions }, sessions }
    const lengths: number[] = []
    const from = vi.spyOn(Buffer, 'from')
    const written = writeState({ ...state, accounts: longList(accounts, (one) => one) })
    for (const [text] of from.mock.calls as unknown as readonly [string][]) lengths.push(text.length)
    const toString = vi.spyOn(Buffer.prototype, 'toString')
    const read = readState(written, { accounts: true }) as typeof state
    const back = { ...read, accounts: [...read.accounts] }
    const slices = toString.mock.calls as unknown as readonly (readonly [string, number, number])[]
    for (const [, start, end] of slices) lengths.push(end - start)
    vi.restoreAllMocks()
    expect(Math.max(...lengths)).toBeLessThanOrEqual(CHARACTERS)
    expect(written.length).toBeGreaterThan(3 * CHARACTERS)
    expect(written.toString() === textOf(state as unknown as Plain)).toBe(true)
    expect(back).toEqual(state)
  })

  it('is refused if it is cut or damaged anywhere, at the latest when an item is read', () => {
    const whole = writeState({
      a: [1, { b: 'x"\\' }],
      l: longList([1, 2], (n) => ({ n, t: '}],"' })),
      z: null,
    }).toString()
    const readAll = (changed: string): unknown[] => [
      ...(readState(Buffer.from(changed), { l: true }) as { readonly l: Iterable<unknown> }).l,
    ]
    expect(readAll(whole)).toHaveLength(2)
    for (let end = 0; end < whole.length; end += 1) expect(() => readAll(whole.slice(0, end))).toThrow()
    for (const more of [' ', '}', ',"x":1}']) expect(() => readAll(whole + more)).toThrow()
    expect(() => readAll(whole.replace('"l":[', '"l":{'))).toThrow()
  })

  it('has no numeric keys, because an object would not keep their order', () => {
    expect(() => writeState({ a: { 10: 1, 9: 2 } })).toThrow('no key of the state is a number')
  })
})
