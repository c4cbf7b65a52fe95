import { REFUSAL } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { IdentityRows, IdentityStore } from './identityStore.ts'
import { createTransactions, type TransactionsOptions } from './transactions.ts'

const NOW_MS = 1_800_000_000_000
const rows = {} as IdentityRows

function openedOver(over: Partial<TransactionsOptions> = {}) {
  const log: string[] = []
  const store: IdentityStore = {
    transaction: (work) => work(rows),
    close: async () => void log.push('closed'),
  }
  const transactions = createTransactions({
    openStore: async () => {
      log.push('opened')
      return store
    },
    hasPeople: undefined,
    nowMs: () => NOW_MS,
    people: {
      byId: async (_, userId) => (userId === 'gone' ? undefined : { userId, dataKey: new Uint8Array() }),
    },
    ...over,
  })
  return { transactions, store, log }
}

describe('transactions', () => {
  it('open the store once, however many come at once, with the rows and the time of each', async () => {
    const { transactions, log } = openedOver()
    expect(log).toEqual([])
    const seen = () => transactions.within(async (...given) => given)
    expect(await Promise.all([seen(), seen()])).toEqual([
      [rows, NOW_MS],
      [rows, NOW_MS],
    ])
    await transactions.close()
    expect(log).toEqual(['opened', 'closed'])
  })

  it('fail with a store that does not open, and try again', async () => {
    const stores: Promise<IdentityStore>[] = [Promise.reject(new Error('no disk'))]
    const { transactions, store } = openedOver({ openStore: () => stores.shift() ?? Promise.resolve(store) })
    await expect(transactions.within(async () => 1)).rejects.toThrow('no disk')
    expect(await transactions.within(async () => 2)).toBe(2)
  })

  it('close a store that was opened alone, and one that does not open without an error', async () => {
    const unopened = openedOver()
    await unopened.transactions.close()
    expect(unopened.log).toEqual([])
    const { transactions } = openedOver({ openStore: () => Promise.reject(new Error('no disk')) })
    const opening = expect(transactions.open()).rejects.toThrow('no disk')
    await transactions.close()
    await opening
  })

  it('of a person who is gone are refused', async () => {
    const { transactions } = openedOver()
    const work = async (_: IdentityRows, { userId }: { readonly userId: string }) => ({ userId })
    expect(await transactions.asPerson({ userId: 'here', sessionId: 's' }, work)).toEqual({ userId: 'here' })
    expect(await transactions.asPerson({ userId: 'gone', sessionId: 's' }, work)).toEqual({
      refused: REFUSAL.UNAUTHORIZED,
    })
  })

  it('know that there are no people only before the store is asked', async () => {
    expect(openedOver().transactions.isWithoutPeople()).toBe(false)
    expect(openedOver({ hasPeople: () => true }).transactions.isWithoutPeople()).toBe(false)
    const { transactions } = openedOver({ hasPeople: () => false })
    expect(transactions.isWithoutPeople()).toBe(true)
    await transactions.open()
    expect(transactions.isWithoutPeople()).toBe(false)
  })
})
