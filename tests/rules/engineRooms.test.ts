/**
 * The rooms of the engine stand on floors. A room imports rooms of lower floors alone, through their doors, so whatever a
 * room promises can be read without the rooms above it. A new room is a row here, with its reason, and a README.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileOf, importsIn, importsOf, root, sourceFiles, type Import } from './sourceImports.ts'

const HOME = 'core/engine/src'

/** Room, floor counted from below, and why it stands there. */
const ROOMS: readonly (readonly [room: string, floor: number, why: string])[] = [
  ['api', 1, 'what crosses the door is known to all, and knows no memory'],
  ['state', 2, 'memory without rules: every rule stands above it'],
  ['keys', 3, 'whether a message is new is asked before anything else is'],
  ['book', 3, 'an open order is a fact for margin and matching'],
  ['pool', 3, 'margin and matching ask what the pool offers; it asks none of them'],
  ['funding', 3, 'equity contains what is owed'],
  ['markets', 4, 'the mode of a market depends on prices of the pool, never on an account'],
  ['margin', 4, 'it judges positions with their funding and open orders, before and after a plan'],
  ['ledger', 4, 'money moves once it is known from where'],
  ['sim', 4, 'a mirror of market and ladder'],
  ['addressBook', 4, 'a person names where money may go; what moves it asks'],
  ['transfers', 5, 'what may leave is a question of margin'],
  ['lp', 5, 'shares are priced by the pool and paid through the ledger'],
  ['corporateActions', 5, 'they change positions by way of margin, ledger and book'],
  ['guardrails', 5, 'the limits of a person ask what an account has lost, and matching asks them'],
  ['matching', 6, 'a plan asks margin and pool, settlement asks the ledger'],
  ['accounts', 6, 'a setting is judged by margin and moves margins'],
  ['rewards', 6, 'fees of fills and shares of the pool are their weights'],
  ['listing', 6, 'a market that comes or changes touches all that trade it'],
  ['orders', 7, 'the commands of a trader end in matching'],
  ['liquidation', 7, 'it sells through matching'],
  ['events', 8, 'it reads what all others have written'],
  ['snapshot', 8, 'it writes and reads the memory of all others'],
  ['invariants', 8, 'it looks at all others'],
  ['prices', 8, 'a record of prices crosses books, fires triggers, liquidates'],
  ['capital', 8, 'evaluation closes by orders and liquidations'],
  ['timer', 9, 'the hour funds, then judges'],
  ['queries', 9, 'answers about everything'],
]
/** Within `state`, from below; '' are its own files. */
const STATE_FLOORS = ['memory', 'collections', 'tables', '', 'operations']

const floors = new Map(ROOMS.map(([room, floor]) => [room, floor]))
const ROOT_FLOOR = 10

/** Room of a file, '' for the root; undefined outside and for what may reach anywhere. */
function roomOf(file: string): string | undefined {
  if (!file.startsWith(`${HOME}/`) || file.includes('.test.') || file.startsWith(`${HOME}/testing/`))
    return undefined
  const [first, ...rest] = file.slice(HOME.length + 1).split('/')
  return rest.length === 0 ? '' : first
}

/** What is wrong with an import between rooms, or undefined. */
function faultOf(one: Import): string | undefined {
  const target = fileOf(one)
  const from = roomOf(one.file)
  const to = target === undefined ? undefined : roomOf(target)
  if (from === undefined || target === undefined || to === undefined || from === to) return undefined
  const floor = from === '' ? ROOT_FLOOR : floors.get(from)
  const below = to === '' ? ROOT_FLOOR : floors.get(to)
  if (floor === undefined || below === undefined) return `${one.file}: ${from} or ${to} has no row`
  if (below >= floor) return `${one.file} imports ${to}, which stands on no lower floor`
  if (target !== `${HOME}/${to}/index.ts`) return `${one.file} imports ${target} past the door of ${to}`
  return undefined
}

/** Within `state` a file imports its own floor and those below. */
function stateFaultOf(one: Import): string | undefined {
  const target = fileOf(one)
  if (target === undefined || roomOf(one.file) !== 'state' || roomOf(target) !== 'state') return undefined
  if (one.file === `${HOME}/state/index.ts`) return undefined
  const place = (file: string): number => STATE_FLOORS.indexOf(file.split('/').slice(4, -1)[0] ?? '')
  return place(target) > place(one.file) ? `${one.file} imports ${target}, a floor above it` : undefined
}

/** Index arithmetic of rows: a field by its offset, or the halves of a number. */
const hasOffsets = (text: string): boolean => /\w\[[^\]]*\+ [A-Z][A-Z_]+\]|\b(halves|numbers)\[/.test(text)

describe('the rooms of the engine', () => {
  const all = sourceFiles.filter((file) => file.startsWith(`${HOME}/`)).flatMap((file) => importsOf(file))

  it('read the tree', () => {
    expect(all.length).toBeGreaterThan(500)
    for (const [room] of ROOMS)
      expect(
        all.some(({ file }) => roomOf(file) === room),
        room,
      ).toBe(true)
  })

  it('have a row each', () => {
    const rooms = new Set(sourceFiles.flatMap((file) => roomOf(file) ?? []).filter((room) => room !== ''))
    expect([...rooms].toSorted()).toEqual(ROOMS.map(([room]) => room).toSorted())
  })

  it('import lower floors alone, through doors', () => {
    expect(all.flatMap((one) => faultOf(one) ?? [])).toEqual([])
  })

  it('state has floors of its own', () => {
    expect(all.flatMap((one) => stateFaultOf(one) ?? [])).toEqual([])
  })

  it.each([
    ['margin/marginStatus.ts', '../matching/index.ts', 'a room above'],
    ['margin/marginStatus.ts', '../ledger/index.ts', 'a room of the same floor'],
    ['margin/marginStatus.ts', '../funding/owedFunding.ts', 'past the door'],
    ['margin/marginStatus.ts', '../apply.ts', 'the root'],
    ['cellar/new.ts', '../state/index.ts', 'a room without a row'],
  ])('%s may not import %s: %s', (file, specifier) => {
    const planted = importsIn(`${HOME}/${file}`, `import { x } from '${specifier}'\nexport const y = x\n`)
    expect(planted.map(faultOf)).toEqual([expect.any(String)])
  })

  it('state: a table may not import an operation', () => {
    const text = "import { emit } from '../operations/emit.ts'\nexport const y = emit\n"
    expect(importsIn(`${HOME}/state/tables/orders.ts`, text).map(stateFaultOf)).toEqual([expect.any(String)])
  })

  it('read rows by the words of their tables: offsets stay in state, and in events, which copies whole rows', () => {
    const rules = sourceFiles.filter((file) => !['state', 'events', undefined].includes(roomOf(file)))
    expect(rules.length).toBeGreaterThan(100)
    expect(rules.filter((file) => hasOffsets(readFileSync(join(root, file), 'utf8')))).toEqual([])
    expect(hasOffsets('const price = orders.numbers[order + LIMIT_PRICE]!')).toBe(true)
    expect(hasOffsets('const { halves } = rows\nconst terms = halves[2 * at]!')).toBe(true)
  })

  it('have a README of at most thirty lines that names its floor and files that exist', () => {
    for (const [room, floor] of ROOMS) {
      const path = join(root, HOME, room, 'README.md')
      expect(existsSync(path), room).toBe(true)
      const text = readFileSync(path, 'utf8')
      expect(text.trimEnd().split('\n').length, room).toBeLessThanOrEqual(30)
      expect(text, room).toContain(`**Floor ${floor}.**`)
      for (const [, name] of text.matchAll(/`(\w+\.ts)`/g))
        expect(existsSync(join(root, HOME, room, name!)), `${room}/README.md names ${name}`).toBe(true)
    }
  })
})
