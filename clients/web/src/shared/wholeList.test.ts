import { describe, expect, it } from 'vitest'
import { wholeList } from './wholeList.ts'

const PAGE = 1_000

async function* pagesOf(count: number, asked: number[] = []) {
  for (let from = 0; from < count; from += PAGE) {
    asked.push(from)
    yield Array.from({ length: Math.min(PAGE, count - from) }, (_, at) => from + at)
  }
}

describe('lists that come in pages', () => {
  it('[2.27] go back to the first row, however many there are', async () => {
    for (const count of [0, 1, PAGE, 2 * PAGE + 1])
      expect(await wholeList(pagesOf(count))).toEqual(Array.from({ length: count }, (_, at) => at))
  })

  it('ask for nothing more once no view looks', async () => {
    const asked: number[] = []
    const looking = new AbortController()
    looking.abort()
    await expect(wholeList(pagesOf(3 * PAGE, asked), looking.signal)).rejects.toThrow()
    expect(asked).toEqual([0])
  })
})
