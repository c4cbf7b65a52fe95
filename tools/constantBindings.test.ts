/** A bundle's top level as constants: which names become one, and which stay what they are. */
import { build, type BuildOptions, transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
// @ts-expect-error a script without types
import { serverBundle } from './build.mjs'
// @ts-expect-error a script without types
import { withConstants } from './constantBindings.mjs'

const constantsOf = (...lines: string[]): string[] => (withConstants(lines.join('\n')) as string).split('\n')

describe('the top level of a bundle', () => {
  it('has variables that never change as constants, line by line', () => {
    expect(constantsOf('var ROW = 32;', 'var rowsOf = () => {', '  return ROW;', '};')).toEqual([
      'const ROW = 32;',
      'const rowsOf = () => {',
      '  return ROW;',
      '};',
    ])
  })

  it('has functions as constants that can be called from above, each on its line', () => {
    const code = [
      'var four = twice(2);',
      'function twice(n) {',
      '  return 2 * n;',
      '}',
      'return [four, twice(four)];',
    ]
    const lines = constantsOf(...code)
    expect(lines).toHaveLength(code.length)
    expect(lines[0]).toBe('const twice = twice$hoisted; const four = twice(2);')
    expect(new Function(lines.join('\n'))()).toEqual([4, 8])
  })

  it.each([
    'count = 2',
    'count += 1',
    'count ??= 2',
    'count >>>= 1',
    'count++',
    '--count',
    '[count = 1] = rest',
  ])('keeps a variable that is assigned by %s', (change) => {
    const lines = ['var count = 1;', `const change = () => { ${change} };`]
    expect(constantsOf(...lines)).toEqual(lines)
  })

  it.each(['count === 1', 'count >= 1', '(count) => 1', 'row.count = 1', 'const count = 2'])(
    'does not take %s for an assignment',
    (use) => expect(constantsOf('var count = 1;', `  ${use}`)[0]).toBe('const count = 1;'),
  )

  it('leaves declarations without a value and whatever is not at the beginning of a line', () => {
    const lines = [
      'var later;',
      '  var inner = 1;',
      '  function nested() {',
      'async function load() {',
      'class Row {',
    ]
    expect(constantsOf(...lines)).toEqual(lines)
  })

  it('takes no value for ever that the server changes: esbuild sees no assignment to a constant', async () => {
    const { outputFiles } = await build({
      ...(serverBundle() as BuildOptions),
      write: false,
      logLevel: 'silent',
    })
    let constants = 0
    for (const { text } of outputFiles) {
      const code = withConstants(text) as string
      constants += code.match(/^const /gm)?.length ?? 0
      const { warnings } = await transform(code, { logLevel: 'silent', format: 'esm' })
      expect(warnings.filter(({ id }) => id === 'assign-to-constant')).toEqual([])
    }
    expect(constants).toBeGreaterThan(1_000)
    const broken = await transform('const a = 1; [a] = [2]', { logLevel: 'silent' })
    expect(broken.warnings.map(({ id }) => id)).toEqual(['assign-to-constant'])
  })
})
