/**
 * The core keeps nothing beside the exchange that is handed to it: two exchanges of one process never meet. What one
 * rule leaves for the next is a part of `Scratch`, what outlives a command a table or collection of `state`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import { root, sourceFiles } from './sourceImports.ts'

/** Begins and ends within one call, and no length of it is written: an empty table, and the digits of a text. */
const ALLOWED = ['orderIndex.ts: NO_ROOM', 'accounts.ts: NO_HOLDERS', 'words.ts: digitPairs']

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly kind?: string
  readonly declaration?: Node | null
  readonly declarations?: readonly { readonly id: Node; readonly init: Node | null }[]
  readonly expression?: Node
  readonly name?: string
  readonly typeAnnotation?: Node | null
}

/** `{…} as const satisfies T` → the literal is constant. */
function isConstant(node: Node, text: string): boolean {
  if (node.type === 'TSSatisfiesExpression') return isConstant(node.expression!, text)
  return node.type === 'TSAsExpression' && text.slice(node.start, node.end).endsWith(' as const')
}

function innermost(node: Node): Node {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
    ? innermost(node.expression!)
    : node
}

/** Names of a module that hold what a call of it can change. */
function mutableNamesIn(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text) as unknown as {
    program: { body: readonly Node[] }
    errors: unknown[]
  }
  if (errors.length > 0) throw new Error(`${file} does not parse`)
  return program.body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') return []
    return (declared.declarations ?? []).flatMap(({ id, init }) => {
      const name = id.name ?? text.slice(id.start, id.end)
      if (declared.kind !== 'const') return [name]
      if (init === null || isConstant(init, text)) return []
      const type = id.typeAnnotation ? text.slice(id.typeAnnotation.start, id.typeAnnotation.end) : ''
      const { type: what } = innermost(init)
      if (what === 'NewExpression') return /^: Readonly(Set|Map)</.test(type) ? [] : [name]
      return (what === 'ObjectExpression' || what === 'ArrayExpression') && type === '' ? [name] : []
    })
  })
}

describe('modules of the core', () => {
  it('keep nothing that changes: make it a part of the exchange, or say `as const`', () => {
    const core = sourceFiles.filter(
      (file) => file.startsWith('core/') && !/\.test\.ts$|\/testing\//.test(file),
    )
    expect(core.length).toBeGreaterThan(200)
    const found = core.flatMap((file) =>
      mutableNamesIn(file, readFileSync(join(root, file), 'utf8')).map(
        (name) => `${file.split('/').at(-1)!}: ${name}`,
      ),
    )
    expect(found.toSorted()).toEqual(ALLOWED.toSorted())
  })

  it.each([
    ['let last = 0', 'a variable'],
    ['export const PLAN = new FillPlan()', 'an object with verbs'],
    ['const asked = new Int32Array(8)', 'an array of numbers'],
    ['const KNOWN: Set<string> = new Set()', 'a set that grows'],
    ['export const CHECKS = { every: 64 }', 'an object whose fields can be set'],
    ['const list = [] as number[]', 'a list'],
  ])('%s is found: %s', (planted) => {
    expect(mutableNamesIn('planted.ts', `${planted}\n`)).toEqual([expect.any(String)])
  })

  it.each([
    'const KNOWN: ReadonlySet<string> = new Set()',
    'export const NAMES = [] as const satisfies readonly string[]',
    'const RANGE: Range = [0, 100]',
    'export const double = (n: number) => 2 * n',
  ])('%s is no state', (text) => {
    expect(mutableNamesIn('sound.ts', `${text}\n`)).toEqual([])
  })
})
