import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { forgetPrivateReads } from './forgetPrivateReads.ts'

/** A screen that reads `queryKey`; each answer is given when `answer` is called. */
function screen(queries: QueryClient, queryKey: readonly string[]) {
  const answers: ((value: string) => void)[] = []
  const reads = (key: readonly string[]) => ({
    queryKey: key,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    staleTime: Infinity,
  })
  const observer = new QueryObserver<string>(queries, reads(queryKey))
  observer.subscribe(() => undefined)
  return {
    answers,
    data: () => observer.getCurrentResult().data,
    moveTo: (key: readonly string[]) => observer.setOptions(reads(key)),
  }
}

describe('what was read for an account that leaves', () => {
  it('is read anew by a screen that stays, also when its answer was on the way', async () => {
    const queries = new QueryClient()
    const { answers, data } = screen(queries, ['private', 'verdict', 'a wallet of the person'])
    forgetPrivateReads(queries)
    answers[0]?.('of before')
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    expect(data()).toBeUndefined()
    answers[1]?.('of now')
    await vi.waitFor(() => expect(data()).toBe('of now'))
  })

  it('is gone at once, and what no screen shows any more is not asked for again', async () => {
    const queries = new QueryClient()
    queries.setQueryData(['private', 'allowance', 'before'], 'of before')
    queries.setQueryData(['markets'], 'public')
    const stays = screen(queries, ['private', 'capitalWallets'])
    stays.answers[0]?.('of before')
    await vi.waitFor(() => expect(stays.data()).toBe('of before'))
    const moves = screen(queries, ['private', 'social', 'before'])
    forgetPrivateReads(queries)
    expect(stays.data()).toBeUndefined()
    moves.moveTo(['private', 'social', 'next'])
    await vi.waitFor(() => expect(stays.answers).toHaveLength(2))
    expect(moves.answers).toHaveLength(2)
    expect(
      queries
        .getQueryCache()
        .findAll({ queryKey: ['private'] })
        .map(({ queryKey }) => queryKey),
    ).toEqual([
      ['private', 'capitalWallets'],
      ['private', 'social', 'next'],
    ])
    expect(queries.getQueryData(['markets'])).toBe('public')
  })
})
