/**
 * `bench -- core`: the complete core (admission, matching, positions, margin, fees, ledger, events) against
 * nodejs-order-book, which only matches, on the same mixed stream in the same process, rounds interleaved.
 * Excluded on both sides: making the stream and the command objects, signatures, journal, network. The pool
 * has no money, so both books hold users' orders alone; afterwards both must show the same depth.
 */
import { advance, apply, createExchange, launchMarkets, query, takeRows, type Command } from '@vest/engine'
import { lots, ticks, timeMs, usd6, type Address, type Hex, type Id } from '@vest/protocol'
import { OrderBook } from 'nodejs-order-book'
import { mixedStream, type StreamOp } from './orderStream.ts'
import type { BenchResult } from './bench.ts'

const OPS = 200_000
const ROUNDS = 5
/** Commands whose records leave the core together, as the sequencer's groups do. */
const GROUP = 256
const ACCOUNTS = 1_000
const SYMBOL = 'BTC-PERP'
const NOW = timeMs(1_700_000_000_000)
const START_TICKS = 1_000_000

const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`

/** Buyers and sellers are different accounts: self-trade prevention, which the peer lacks, never acts. */
const accountOf = (op: StreamOp): Address =>
  hex(40, 1 + ((op.order * 2) % ACCOUNTS) + (op.isBuy ? 0 : 1)) as Address

interface Traders {
  /** Whose order a later cancel names. */
  readonly owners: Map<number, Address>
  /** Every key counts its own nonces. */
  readonly nonces: Map<Address, number>
}

function commandOf(op: StreamOp, { owners, nonces }: Traders): Command {
  const account = op.kind === 'cancel' ? owners.get(op.order)! : accountOf(op)
  const nonce = (nonces.get(account) ?? 0) + 1
  nonces.set(account, nonce)
  const signed = {
    id: hex(64, op.order) as Id,
    account,
    signer: account,
    nonce,
    orderTimeMs: NOW,
    recvWindowMs: 5_000,
  }
  if (op.kind === 'cancel') return { kind: 'CancelOrder', ...signed }
  owners.set(op.order, account)
  const price = op.kind === 'limit' ? op.price : op.isBuy ? START_TICKS * 2 : Math.floor(START_TICKS * 0.6)
  return {
    kind: 'PlaceOrder',
    ...signed,
    symbol: SYMBOL,
    isBuy: op.isBuy,
    size: lots(op.size),
    orderType: 'LIMIT',
    limitPrice: ticks(price),
    reduceOnly: false,
    timeInForce: op.kind === 'limit' ? 'GTC' : 'IOC',
  }
}

function freshExchange(): { state: ReturnType<typeof createExchange>; seq: number } {
  const state = createExchange()
  let seq = 0
  const run = (command: Command): void => {
    seq += 1
    const { answer } = apply(state, { seq, timeMs: NOW, command })
    if (!answer.ok) throw new Error(`setting up: ${command.kind} answered ${answer.code}`)
  }
  run({ kind: 'ListMarket', spec: launchMarkets().find((spec) => spec.symbol === SYMBOL)! })
  for (let i = 1; i <= ACCOUNTS + 1; i += 1) {
    run({
      kind: 'Register',
      account: hex(40, i) as Address,
      networkType: 0,
      signer: hex(40, i) as Address,
      expiryTimeMs: timeMs(NOW + 86_400_000),
      apiKeyHash: hex(64, i),
      proofSignature: hex(130, 27),
      verifyingContract: hex(40, 1) as Address,
      isMobile: false,
    })
    run({
      kind: 'CreditDeposit',
      id: hex(64, 1_000_000_000 + i) as Id,
      chainId: 1,
      txHash: hex(64, i),
      logIndex: 0,
      blockHash: hex(64, 1),
      account: hex(40, i) as Address,
      from: hex(40, i) as Address,
      amountUsd6: usd6(1_000_000_000_000),
      token: hex(40, 1) as Address,
      finality: 'FINAL',
    })
  }
  for (let i = 0; i < 3; i += 1)
    run({
      kind: 'UpdateIndexPrices',
      prices: [{ marketId: 0, price: ticks(START_TICKS), sourceTimeMs: NOW, conf: ticks(0), held: false }],
    })
  return { state, seq }
}

interface Run {
  readonly nanoseconds: number
  readonly depth: string
}

/**
 * Feeds the stream in groups, as the sequencer does: a group's commands are made (and copied, as by the message that
 * brings them) before the clock runs, so that both sides find them in the caches and neither pays for making them.
 */
function timed<Item>(
  stream: readonly StreamOp[],
  make: (op: StreamOp) => Item,
  take: (items: readonly Item[], from: number) => void,
): number {
  let nanoseconds = 0n
  for (let from = 0; from < stream.length; from += GROUP) {
    const group = stream.slice(from, from + GROUP).map(make)
    const items = structuredClone(group)
    const started = process.hrtime.bigint()
    take(items, from)
    nanoseconds += process.hrtime.bigint() - started
  }
  return Number(nanoseconds)
}

function runCore(stream: readonly StreamOp[]): Run {
  const { state, seq } = freshExchange()
  const traders: Traders = { owners: new Map(), nonces: new Map() }
  const nanoseconds = timed(
    stream,
    (op) => commandOf(op, traders),
    (commands, from) => {
      for (let i = 0; i < commands.length; i += 1)
        advance(state, { seq: seq + 1 + from + i, timeMs: NOW, command: commands[i]! })
      takeRows(state.work.log)
    },
  )
  const depth = query(state, 'depth', { symbol: SYMBOL, limit: 100 })!
  return { nanoseconds, depth: JSON.stringify({ bids: depth.bids, asks: depth.asks }) }
}

function runPeer(stream: readonly StreamOp[]): Run {
  const book = new OrderBook()
  const nanoseconds = timed(
    stream,
    (op) => ({ ...op, id: String(op.order) }),
    (ops) => {
      for (const op of ops)
        if (op.kind === 'limit')
          book.limit({ side: op.isBuy ? 'buy' : 'sell', id: op.id, size: op.size, price: op.price })
        else if (op.kind === 'cancel') book.cancel(op.id)
        else book.market({ side: op.isBuy ? 'buy' : 'sell', size: op.size })
    },
  )
  const [asks, bids] = book.depth()
  const best = (levels: [number, number][], descending: boolean): [number, number][] =>
    levels
      .map(([price, size]): [number, number] => [price, size])
      .toSorted((a, b) => (descending ? b[0] - a[0] : a[0] - b[0]))
      .slice(0, 100)
  return { nanoseconds, depth: JSON.stringify({ bids: best(bids, true), asks: best(asks, false) }) }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

export function benchCore(print: (line: string) => void): BenchResult {
  print(`mixed stream, ${OPS} ops, seed 7, ${ROUNDS} interleaved rounds after one warm-up`)
  const stream = mixedStream(OPS, 7)
  const coreNs: number[] = []
  const peerNs: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const core = runCore(stream)
    const peer = runPeer(stream)
    if (core.depth !== peer.depth) throw new Error('the two books differ after the stream')
    if (round === 0) continue
    coreNs.push(core.nanoseconds / OPS)
    peerNs.push(peer.nanoseconds / OPS)
    print(
      `  round ${round}: core ${coreNs.at(-1)!.toFixed(0)} ns/op, peer ${peerNs.at(-1)!.toFixed(0)} ns/op`,
    )
  }
  return { peer: 'nodejs-order-book 10.1.1, matching alone', ratio: median(peerNs) / median(coreNs) }
}
