import { timeMs, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { Transfer } from '../../live/index.ts'
import { transferNews } from './transferNews.ts'

const transfer = (id: string, status: Transfer['status'], type: Transfer['type'] = 'WITHDRAW'): Transfer => ({
  id,
  status,
  type,
  size: usd6(5_000_000),
  chainId: 42161,
  postTimeMs: timeMs(1_700_000_000_000),
})
const state = (...list: readonly Transfer[]) => new Map(list.map((item) => [item.id, item]))
const NONE: ReadonlySet<string> = new Set()

describe('transfer news', () => {
  it('[2.37] [4.6] a withdrawal that becomes VERIFIED is news once', () => {
    const before = state(transfer('a', 'NEW'))
    const after = state(transfer('a', 'VERIFIED'))
    expect(transferNews(before, after, NONE).map(({ kind }) => kind)).toEqual(['verified'])
    expect(transferNews(after, state(transfer('a', 'VERIFIED')), NONE)).toEqual([])
  })

  it('[4.6] filled and rejected are told, a new request is not', () => {
    const before = state(transfer('a', 'VERIFIED'), transfer('b', 'NEW'))
    const after = state(transfer('a', 'FILLED'), transfer('b', 'REJECTED'), transfer('c', 'NEW'))
    expect(
      transferNews(before, after, new Set(['c'])).map(({ kind, transfer: { id } }) => [id, kind]),
    ).toEqual([
      ['a', 'filled'],
      ['b', 'rejected'],
    ])
  })

  it('history that is read at sign-in is no news; the same transfer announced by the feed is', () => {
    const after = state(transfer('a', 'FILLED', 'DEPOSIT'))
    expect(transferNews(state(), after, NONE)).toEqual([])
    expect(transferNews(state(), after, new Set(['a'])).map(({ kind }) => kind)).toEqual(['filled'])
  })
})
