/** No file imports itself by way of others, types included: what is read needs only what lies below it. */
import { describe, expect, it } from 'vitest'
import { fileOf, importsOf, sourceFiles } from './sourceImports.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** Groups of files that import each other (strongly connected, by Tarjan), each sorted by name. */
function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    low.set(file, order.get(file)!)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!))
    }
    if (low.get(file) !== order.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1 || (graph.get(file) ?? []).includes(file)) circles.push(circle.toSorted())
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}

describe('circles of files', () => {
  it('are found where there are some', () => {
    const graph: Graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['d']],
      ['e', ['a']],
    ])
    expect(circlesOf(graph)).toEqual([['d'], ['a', 'b', 'c']])
  })

  it('there are none', () => {
    const known = new Set(sourceFiles)
    const graph = new Map(
      sourceFiles.map((file) => [
        file,
        importsOf(file).flatMap((one) => {
          const target = fileOf(one)
          return target !== undefined && known.has(target) ? [target] : []
        }),
      ]),
    )
    expect([...graph.values()].flat().length).toBeGreaterThan(3_000)
    expect(circlesOf(graph)).toEqual([])
  })
})
