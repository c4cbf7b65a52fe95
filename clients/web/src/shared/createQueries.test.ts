import { afterEach, expect, it, vi } from 'vitest'
import { createQueries } from './createQueries.ts'

afterEach(() => void vi.useRealTimers())

it('[9.9] an answer is good for 60 s; one that failed is asked for once', async () => {
  vi.useFakeTimers()
  const queries = createQueries()
  const queryFn = vi.fn(async () => 'answer')
  const read = () => queries.fetchQuery({ queryKey: ['one'], queryFn })
  await read()
  vi.advanceTimersByTime(59_999)
  await read()
  expect(queryFn).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await read()
  expect(queryFn).toHaveBeenCalledTimes(2)
  const failing = vi.fn(() => Promise.reject(new Error('away')))
  await expect(queries.fetchQuery({ queryKey: ['other'], queryFn: failing })).rejects.toThrow('away')
  expect(failing).toHaveBeenCalledTimes(1)
  queries.clear()
})
