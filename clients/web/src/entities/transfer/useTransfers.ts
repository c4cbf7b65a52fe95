/** Transfers of the account, newest first. */
import {
  createDerived,
  useFrame,
  useLive,
  type Live,
  type Readable,
  type Transfer,
} from '../../live/index.ts'

const stores = new WeakMap<Live, Readable<readonly Transfer[]>>()

function transfersStore(live: Live): Readable<readonly Transfer[]> {
  const held = stores.get(live)
  if (held !== undefined) return held
  const store = createDerived([live.account], ({ transfers }) => newestFirst(transfers.values()))
  stores.set(live, store)
  return store
}

export const newestFirst = (transfers: Iterable<Transfer>): readonly Transfer[] =>
  [...transfers].sort((a, b) => b.postTimeMs - a.postTimeMs)

export const useTransfers = (): readonly Transfer[] => useFrame(transfersStore(useLive()))
