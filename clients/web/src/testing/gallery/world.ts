/** The world of a scene: what the stores of the app hold, whose they are, and what the exchange answers. No clock runs. */
import { timeMs } from '@vest/protocol'
import { createSessionStore, type OpenDialog, type SessionStatus } from '../../entities/session/index.ts'
import { useSolanaWallet, useWallet, type ConnectedWallet } from '../../entities/wallet/index.ts'
import {
  NOT_CONNECTED,
  type AccountState,
  type Book,
  type Connection,
  type Focus,
  type Live,
  type Market,
  type Readable,
  type Ticker,
} from '../../live/index.ts'
import { at, COIN, sized } from '../fixtures.ts'
import { BUSY, NOW_MS, OWNER, UNKNOWN } from './accounts.ts'
import { clientWith, type Answers } from './answers.ts'
import { MARKET_LIST, OPEN_INTEREST, STATS, TICKERS } from './markets.ts'

export interface World {
  readonly status: SessionStatus
  /** Undefined until the list of markets has arrived. */
  readonly markets: readonly Market[] | undefined
  readonly tickers: ReadonlyMap<string, Ticker>
  readonly book: Book | undefined
  readonly trades: Focus['trades']
  readonly focus: string
  readonly account: AccountState
  readonly connection: Connection
  readonly answers: Answers
  /** Whether what the live layer reads could not be read. */
  readonly hasFailed: boolean
  readonly wallet: ConnectedWallet | undefined
  /** Of whom the account is, where its wallet is embedded. */
  readonly email: string | undefined
  /** Whether the list of wallets is complete. */
  readonly hasAllWallets: boolean
  readonly dialog: OpenDialog | undefined
  /** Where the reader is. */
  readonly path: string
}

export const CONNECTED: Connection = {
  ...NOT_CONNECTED,
  publicHealth: 'healthy',
  privateHealth: 'healthy',
  hasConnected: true,
}
export const LOST: Connection = {
  ...CONNECTED,
  publicHealth: 'unhealthy',
  lostSinceMs: NOW_MS,
  isStale: true,
}

/** Fifteen levels on each side of the mark. */
export const bookOf = (market: Market, mark: number, step: number, size: number): Book => {
  const level = (distance: number, place: number) => ({
    price: at(market, mark + distance * step),
    size: sized(market, size * (1 + ((place * 7) % 5))),
  })
  const places = Array.from({ length: 15 }, (_, place) => place)
  return {
    bids: places.map((place) => level(-1 - place, place)),
    asks: places.map((place) => level(1 + place, place)),
  }
}

const TRADES: NonNullable<Focus['trades']> = Array.from({ length: 20 }, (_, n) => ({
  id: `0x${n.toString(16)}`,
  price: at(COIN, 312.48 + ((n * 3) % 7) / 100),
  size: sized(COIN, 1.5 + n),
  isBuy: n % 3 !== 0,
  timeMs: timeMs(NOW_MS - n * 1_700),
}))

const USUAL: World = {
  status: 'ready',
  markets: MARKET_LIST,
  tickers: TICKERS,
  book: bookOf(COIN, 312.48, 0.02, 8.5),
  trades: TRADES,
  focus: COIN.symbol,
  account: BUSY,
  connection: CONNECTED,
  answers: {},
  hasFailed: false,
  wallet: undefined,
  email: undefined,
  hasAllWallets: true,
  dialog: undefined,
  path: `/trade/${COIN.symbol}`,
}

/** Worlds that many scenes share. */
export const VISITOR: Partial<World> = { status: 'visitor', account: UNKNOWN }
export const PENDING: Partial<World> = { account: UNKNOWN }
export const FAILED: Partial<World> = { account: UNKNOWN, hasFailed: true }

const still = <T>(value: T): Readable<T> & { latest(): T } => ({
  get: () => value,
  latest: () => value,
  subscribe: () => () => undefined,
})
const ignore = () => () => undefined

function liveOf(world: World): Live {
  const { markets } = world
  return {
    markets: still(markets && new Map(markets.map((market) => [market.symbol, market]))),
    tickers: still(world.tickers),
    stats: still(markets === undefined ? new Map() : STATS),
    hasAskedStats: still(markets !== undefined),
    openInterest: still(markets === undefined ? new Map() : OPEN_INTEREST),
    focus: still({ symbol: world.focus, book: world.book, trades: world.trades }),
    account: still(world.account),
    connection: still(world.connection),
    start: ignore,
    openAccount: ignore,
    selectMarket: () => undefined,
    watchCandles: ignore,
    refreshAccount: () => undefined,
    onOrder: ignore,
    onTransfer: ignore,
    onCapital: ignore,
    onNotices: ignore,
    onReconnect: ignore,
    onError: (listener) => {
      if (world.hasFailed) queueMicrotask(() => listener(new Error('The exchange does not answer')))
      return () => undefined
    },
  }
}

/** The stores that a scene reads. */
export function stageOf(change: Partial<World> = {}) {
  const world: World = { ...USUAL, ...change }
  const session = createSessionStore(clientWith(world.answers))
  const isVisitor = world.status === 'visitor' || world.status === 'connecting'
  session.getState().set({
    status: world.status,
    address: isVisitor ? undefined : OWNER,
    hasApiKey: world.status === 'ready',
    email: world.email,
    primary: world.email === undefined ? undefined : OWNER,
  })
  if (world.dialog !== undefined) session.getState().openDialog(world.dialog.name, world.dialog.subject)
  useWallet.setState({ connected: world.wallet, isComplete: world.hasAllWallets })
  useSolanaWallet.setState({ wallets: [], connected: undefined })
  return { live: liveOf(world), session, path: world.path }
}
