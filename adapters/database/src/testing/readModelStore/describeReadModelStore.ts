/**
 * What every store of read models keeps, as tests: run by the embedded database and by a server alike.
 * Equality is deep and strict: an absent field must come back absent, an integer as the same integer.
 */
import { describe, expect, it, beforeAll, afterAll, beforeEach } from 'vitest'
import type { ReadModelStore } from '@vest/runtime'
import { addressOf, emptyBatch, newOrder, trade } from '../sampleRecords.ts'
import { describeForgetting } from './describeForgetting.ts'
import { describeLists } from './describeLists.ts'
import { describeWrittenRows } from './describeWrittenRows.ts'

const me = addressOf(1)

export interface ContractStore {
  readonly store: ReadModelStore
  /** Closes the store and removes what was made for it. */
  close(): Promise<void>
}

export function describeReadModelStore(name: string, open: () => Promise<ContractStore>): void {
  describe(`read models in ${name}`, () => {
    let opened: ContractStore
    let store: ReadModelStore
    beforeAll(async () => {
      opened = await open()
      store = opened.store
    })
    afterAll(() => opened?.close())
    beforeEach(() => store.reset())

    it('is empty after a reset and says so', async () => {
      await store.apply({ ...emptyBatch(7), orders: [newOrder(1)], trades: [trade(1)] })
      expect(await store.open()).toEqual({ lastSeq: 7 })
      await store.reset()
      expect(await store.open()).toEqual({ lastSeq: 0 })
      expect(await store.orders({ account: me, limit: 10 })).toEqual([])
      expect(await store.trades(['BTC-PERP'], { limit: 10 })).toEqual([])
    })

    describeWrittenRows(() => store)
    describeLists(() => store)
    describeForgetting(() => store)
  })
}
