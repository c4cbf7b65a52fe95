/**
 * An exchange of many accounts, each with a position, and many resting orders; its snapshot, and what it takes to
 * stand on that. Run as a program of its own, bundled as what is shipped.
 */
import { apply, launchMarkets, ORDERS_OF_SERVER } from '@vest/engine'
import {
  createExchangeCore,
  openNodeStorage,
  openSnapshotStore,
  saveVerified,
  stateHash,
} from '@vest/runtime'
import { freshExchange, limitOrder, NOW, START_TICKS } from '../../bench/src/freshExchange.ts'

const DEPOSIT_USD6 = 10_000_000_000
const PRICES = 5_000
const PLACE = { journalId: 'large', timeMs: NOW, epoch: 1, chainCrc: 0 }

export interface Loaded {
  readonly stateBytes: number
  readonly liveOrders: number
  /** Of the state that was written, and of the one that was read. */
  readonly written: string
  readonly loaded: string
  /** Reading, checking and decoding, of this process, all its threads together. */
  readonly processorSeconds: number
  readonly wallSeconds: number
}

export function loadLargeSnapshot(
  dataDir: string,
  { accounts, orders }: { readonly accounts: number; readonly orders: number },
): Loaded {
  const specs = launchMarkets()
  const { state, seq: lastSeq } = freshExchange(specs, accounts, DEPOSIT_USD6, ORDERS_OF_SERVER)
  let seq = lastSeq()
  let number = 0
  const place = (account: number, market: number, isBuy: boolean, price: number): void => {
    number += 1
    seq += 1
    const symbol = specs[market % specs.length]!.symbol
    const command = limitOrder({ number, account, symbol, isBuy, price, size: 1 })
    const { answer } = apply(state, { seq, timeMs: NOW, command })
    if (!answer.ok) throw new Error(`an order was refused: ${answer.code}`)
  }
  // Two neighbours meet in a market.
  for (let account = 1; account <= accounts; account += 1)
    place(account, (account - 1) >> 1, account % 2 === 0, START_TICKS)
  for (let i = 0; i < orders; i += 1) place(1 + (i % accounts), 7 * i, true, START_TICKS - 100 - (i % PRICES))

  const core = createExchangeCore(ORDERS_OF_SERVER)
  const snapshots = openSnapshotStore(openNodeStorage(dataDir))
  const written = saveVerified({ core, snapshots, place: { ...PLACE, seq }, state })
  const startedMs = performance.now()
  const before = process.cpuUsage()
  const snapshot = openSnapshotStore(openNodeStorage(dataDir)).load(seq)
  if ('fault' in snapshot) throw new Error(snapshot.fault)
  const loaded = core.decode(snapshot.text)
  const { user, system } = process.cpuUsage(before)
  const wallSeconds = (performance.now() - startedMs) / 1_000
  return {
    stateBytes: snapshot.text.length,
    liveOrders: loaded.orders.count,
    written,
    loaded: stateHash(core.encode(loaded)),
    processorSeconds: (user + system) / 1_000_000,
    wallSeconds,
  }
}
