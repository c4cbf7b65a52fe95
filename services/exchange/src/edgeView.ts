/**
 * What the edge knows of the exchange without asking the engine: the market list with its last tickers, who may
 * sign for whom, which API keys exist, and how far each account's own writes reach. It is folded from the
 * engine's events over one answer of its queries; the engine stays the judge of everything that is decided here
 * only to refuse early.
 */
import type { EngineEvent, EventEnvelope, MarketView, TickerRow } from '@vest/engine'
import { rate8, type Address } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import { createKeyRing, type KeyRing } from './keyRing.ts'

export interface EdgeView {
  /** In listing order. */
  markets(): readonly MarketView[]
  market(symbol: string): MarketView | undefined
  /** What the engine has just accepted may be noted there: it holds before its event comes back. */
  readonly keys: KeyRing
  /** An account exists from its first credit on, and for ever; only a "no" is asked again. */
  accountExists(account: Address): true | Promise<boolean>
  /** No nonce above this was ever accepted for the signer; undefined = not known here. */
  highestNonce(signer: Address): number | undefined
  noteNonce(signer: Address, nonce: number): void
  /** The last sequence number whose events concern this account, 0 if none since the start. */
  lastSeqOf(account: Address): number
  noteWrite(account: Address, seq: number): void
  /** Every symbol that a market has had, that of today first. */
  symbolsOf(market: MarketView): readonly string[]
  /** The sequence number of a market's last trade, 0 if none since the start. */
  lastTradeSeqOf(symbol: string): number
  /** The sequence number of the last payment of funding in any market, 0 if none since the start. */
  lastFundingSeq(): number
  /** The sequence number of the pool's last hourly value, 0 if none since the start. */
  lastPoolSeq(): number
  /** Stops listening. */
  close(): void
}

/** `onKeyEnded`: by its owner's word, or because it made room for another session. */
export async function createEdgeView(
  engine: EngineClient,
  onKeyEnded: (key: EndedKey) => void = () => undefined,
): Promise<EdgeView> {
  const state = { ...emptyState(), onKeyEnded }
  // Listening begins before the questions, so that nothing is missed between answer and first event; folding an
  // event that the answer already contains changes nothing.
  const close = engine.onEvents((envelopes) => envelopes.forEach((envelope) => fold(state, envelope)))
  const [markets, signers, programs] = await Promise.all([
    engine.query('markets', {}),
    engine.query('signers', {}),
    engine.query('apiKeys', {}),
  ])
  for (const market of markets) {
    state.markets.set(market.spec.symbol, market)
    for (const former of market.formerSymbols ?? []) state.aliases.set(former, market.spec.symbol)
  }
  state.symbols.clear()
  for (const signer of signers) {
    state.keys.noteSession(signer)
    // The engine remembers the highest for ever, also of commands that leave no event of their nonce.
    const known = state.highestNonce.get(signer.signer) ?? 0
    state.highestNonce.set(signer.signer, Math.max(known, signer.lastNonce))
  }
  for (const program of programs) state.keys.noteProgram(program)
  return {
    keys: state.keys,
    markets: () => [...state.markets.values()],
    symbolsOf: ({ spec: { symbol } }) => symbolsOf(state, symbol),
    market: (symbol) => state.markets.get(symbol) ?? state.markets.get(state.aliases.get(symbol) ?? ''),
    accountExists: (account) => state.existing.has(account) || askWhetherExists(engine, state, account),
    highestNonce: (signer) => state.highestNonce.get(signer),
    noteNonce: (signer, nonce) => noteNonce(state, signer, nonce),
    lastSeqOf: (account) => state.lastSeq.get(account) ?? 0,
    noteWrite: (account, seq) => noteWrite(state, account, seq),
    lastTradeSeqOf: (symbol) => state.lastTradeSeq.get(symbol) ?? 0,
    lastFundingSeq: () => state.lastFundingSeq,
    lastPoolSeq: () => state.lastPoolSeq,
    close,
  }
}

/** Asked for with every trade, and changed by a new name alone. */
function symbolsOf({ symbols, aliases }: State, symbol: string): readonly string[] {
  const known = symbols.get(symbol)
  if (known !== undefined) return known
  const formerOnes = [...aliases].flatMap(([former, current]) => (current === symbol ? [former] : []))
  const all = [symbol, ...formerOnes]
  symbols.set(symbol, all)
  return all
}

async function askWhetherExists(engine: EngineClient, state: State, account: Address): Promise<boolean> {
  const exists = (await engine.query('account', { account }))?.exists === true
  if (exists) state.existing.add(account)
  return exists
}

export type EndedKey = Pick<Extract<EngineEvent, { kind: 'ApiKeyRevoked' }>, 'account' | 'apiKeyHash'>

interface State {
  readonly onKeyEnded: (key: EndedKey) => void
  readonly markets: Map<string, MarketView>
  /** Former symbols, with the one that the market has now. */
  readonly aliases: Map<string, string>
  /** Of a market by that of today: worked out when it is asked for. */
  readonly symbols: Map<string, readonly string[]>
  readonly keys: KeyRing
  readonly existing: Set<string>
  readonly highestNonce: Map<string, number>
  readonly lastSeq: Map<string, number>
  readonly lastTradeSeq: Map<string, number>
  lastFundingSeq: number
  lastPoolSeq: number
}

const emptyState = (): Omit<State, 'onKeyEnded'> => ({
  markets: new Map(),
  aliases: new Map(),
  symbols: new Map(),
  keys: createKeyRing(),
  existing: new Set(),
  highestNonce: new Map(),
  lastSeq: new Map(),
  lastTradeSeq: new Map(),
  lastFundingSeq: 0,
  lastPoolSeq: 0,
})

function fold(state: State, envelope: EventEnvelope): void {
  for (const event of envelope.events) foldEvent(state, event, envelope)
}

function foldEvent(state: State, event: EngineEvent, envelope: EventEnvelope): void {
  switch (event.kind) {
    case 'OrderUpdated':
      noteWrite(state, event.order.account, envelope.seq)
      // An order that the exchange made itself carries no nonce of the signer.
      if (event.order.orderType !== 'LIQUIDATION') noteNonce(state, event.order.signer, event.order.nonce)
      return
    case 'TransferUpdated':
      noteWrite(state, event.transfer.account, envelope.seq)
      if (event.transfer.signer !== undefined) noteNonce(state, event.transfer.signer, event.transfer.nonce)
      return
    case 'FundingSettled':
    case 'PositionAdjusted':
      noteWrite(state, event.account, envelope.seq)
      return
    case 'LpOrderUpdated':
      noteWrite(state, event.order.account, envelope.seq)
      noteNonce(state, event.order.signer, event.order.nonce)
      return
    case 'AccountsValued':
    case 'PointsAllocated':
      for (const row of event.rows) noteWrite(state, row.account, envelope.seq)
      return
    case 'FundingApplied':
      state.lastFundingSeq = envelope.seq
      return
    case 'PoolValued':
      state.lastPoolSeq = envelope.seq
      return
    case 'TradeExecuted':
      state.lastTradeSeq.set(event.symbol, envelope.seq)
      return
    case 'TickersChanged':
      for (const row of event.rows) foldTicker(state, row)
      return
    case 'MarketStatusChanged':
      patchMarket(state, event.symbol, { status: event.status, mode: event.mode })
      return
    case 'MarketListed':
      if (!state.markets.has(event.spec.symbol))
        state.markets.set(event.spec.symbol, listedMarket(event, envelope))
      return
    case 'ParametersChanged':
      if (event.market !== undefined)
        patchMarket(state, event.market.spec.symbol, { spec: event.market.spec })
      return
    case 'MarketRenamed':
      rename(state, event)
      return
    case 'SignerRegistered':
      state.keys.forgetExpired(event.account, envelope.timeMs)
      state.keys.noteSession({ ...event, createTimeMs: envelope.timeMs })
      if (!state.highestNonce.has(event.signer)) state.highestNonce.set(event.signer, 0)
      return
    case 'ApiKeyCreated':
      state.keys.forgetExpired(event.account, envelope.timeMs)
      state.keys.noteProgram(event)
      return
    case 'ApiKeyRevoked':
      state.keys.noteRevoked(event.account, event.apiKeyHash)
      state.onKeyEnded(event)
      return
  }
}

/** A market is open from its listing on; what needs a price is refused by the engine until there is one. */
const listedMarket = (
  event: Extract<EngineEvent, { kind: 'MarketListed' }>,
  envelope: EventEnvelope,
): MarketView => ({
  marketId: event.marketId,
  spec: event.spec,
  status: 'TRADING',
  mode: 'OPEN',
  listTimeMs: envelope.timeMs,
  oneHrFundingRate: rate8(0),
})

function foldTicker(state: State, row: TickerRow): void {
  const { status, session, rate } = row
  patchMarket(state, row.symbol, { ticker: row, status, session, oneHrFundingRate: rate })
}

/** The market keeps its place in the list; its former symbol goes on resolving. */
function rename(state: State, event: Extract<EngineEvent, { kind: 'MarketRenamed' }>): void {
  const { symbol, formerSymbol, spec } = event
  const markets = [...state.markets].map(([known, market]): [string, MarketView] =>
    known === formerSymbol ? [symbol, { ...market, spec }] : [known, market],
  )
  state.markets.clear()
  for (const [known, market] of markets) state.markets.set(known, market)
  for (const [alias, current] of state.aliases) if (current === formerSymbol) state.aliases.set(alias, symbol)
  state.aliases.delete(symbol)
  state.aliases.set(formerSymbol, symbol)
  state.symbols.clear()
  const lastTrade = state.lastTradeSeq.get(formerSymbol)
  if (lastTrade !== undefined) state.lastTradeSeq.set(symbol, lastTrade)
}

function patchMarket(state: State, symbol: string, patch: Partial<MarketView>): void {
  const market = state.markets.get(symbol)
  if (market) state.markets.set(symbol, { ...market, ...patch })
}

function noteNonce(state: State, signer: string, nonce: number): void {
  const highest = state.highestNonce.get(signer)
  // Where the past of a signer is unknown one nonce proves nothing about the ones below and above it.
  if (highest !== undefined && nonce > highest) state.highestNonce.set(signer, nonce)
}

function noteWrite(state: State, account: string, seq: number): void {
  if (seq > (state.lastSeq.get(account) ?? 0)) state.lastSeq.set(account, seq)
}
