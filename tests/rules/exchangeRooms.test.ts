/** The exchange's rooms: the way of a write does not know how it was asked for, and a function names the ports it uses. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileOf, type Import, importsIn, importsOf, root, sourceFiles } from './sourceImports.ts'

const HOME = 'services/exchange/src'
const product = sourceFiles.filter(
  (file) => file.startsWith(`${HOME}/`) && !file.includes('.test.') && !file.includes('/testing/'),
)

/** A write is the same, whether it came over REST, a socket or a batch. */
const leavesOrders = (one: Import): boolean =>
  one.file.startsWith(`${HOME}/orders/`) && /\/(rest|socket)\//.test(fileOf(one) ?? '')

/** These compose: they hand the whole edge on to what each call needs of it. */
const COMPOSERS = ['rest/route.ts', 'rest/createRestServer.ts', 'startExchange.ts'].map(
  (file) => `${HOME}/${file}`,
)
/** A parameter that is typed as everything a handler may use. */
const takesAll = (text: string): boolean => /(?:\w|\})\??: Edge\b(?!\[)\s*[,)]/.test(text)

describe('rooms of the exchange', () => {
  it('read the tree', () => expect(product.length).toBeGreaterThan(150))

  it('orders imports nothing of rest and nothing of socket', () => {
    expect(product.flatMap(importsOf).filter(leavesOrders)).toEqual([])
    const planted = importsIn(
      `${HOME}/orders/signedWrite.ts`,
      "import type { Route } from '../rest/route.ts'",
    )
    expect(planted.map(leavesOrders)).toEqual([true])
  })

  it('a function names the ports that it uses', () => {
    const wrong = product.filter(
      (file) => !COMPOSERS.includes(file) && takesAll(readFileSync(join(root, file), 'utf8')),
    )
    expect(wrong).toEqual([])
    expect(takesAll('async function hadOrder(edge: Edge, id: Id) {')).toBe(true)
    expect(takesAll('const barred = ({ engine }: Edge) => 1')).toBe(true)
    expect(takesAll("const barred = ({ engine }: Pick<Edge, 'engine'>) => 1")).toBe(false)
  })
})
