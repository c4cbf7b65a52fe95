/**
 * `bench -- core`: the complete core (admission, matching, positions, margin, fees, ledger, events) against
 * nodejs-order-book, which only matches, on the same mixed stream in the same process, rounds interleaved.
 * Excluded on both sides: making the stream and the command objects, signatures, journal, network. The pool
 * has no money, so both books hold users' orders alone; afterwards both must show the same depth.
 */
import { apply, createExchange, launchMarkets, query, type Command } from '@vest/engine'
import { lots, ticks, timeMs, usd6, type Address, type Hex, type Id } from '@vest/protocol'
import { OrderBook } from 'nodejs-order-book'
import { mixedStream, type StreamOp } from './orderStream.ts'
import type { BenchResult } from './bench.ts'

const OPS = 200_000
const ROUNDS = 5
const ACCOUNTS = 1_000
const SYMBOL = 'BTC-PERP'
const NOW = timeMs(1_700_000_000_000)
const START_TICKS = 1_000_000

const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`

/** Buyers and sellers are different accounts: self-trade prevention, which the peer lacks, never acts. */
const accountOf = (op: StreamOp): Address =>
  hex(40, 1 + ((op.order * 2) % ACCOUNTS) + (op.isBuy ? 0 : 1)) as Address

function commandsOf(stream: readonly StreamOp[]): Command[] {
  const owner = new Map<number, Address>()
  return stream.map((op, index) => {
    const nonce = index + 1
    if (op.kind === 'cancel') {
      const account = owner.get(op.order)!
      return {
        kind: 'CancelOrder',
        id: hex(64, op.order) as Id,
        account,
        signer: account,
        nonce,
        orderTimeMs: NOW,
        recvWindowMs: 5_000,
      }
    }
    const account = accountOf(op)
    owner.set(op.order, account)
    const price = op.kind === 'limit' ? op.price : op.isBuy ? START_TICKS * 2 : Math.floor(START_TICKS * 0.6)
    return {
      kind: 'PlaceOrder',
      id: hex(64, op.order) as Id,
      account,
      signer: account,
      nonce,
      orderTimeMs: NOW,
      recvWindowMs: 5_000,
      symbol: SYMBOL,
      isBuy: op.isBuy,
      size: lots(op.size),
      orderType: 'LIMIT',
      limitPrice: ticks(price),
      reduceOnly: false,
      timeInForce: op.kind === 'limit' ? 'GTC' : 'IOC',
    }
  })
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

function runCore(commands: readonly Command[]): { nanoseconds: number; depth: string } {
  const { state, seq } = freshExchange()
  const started = process.hrtime.bigint()
  for (let i = 0; i < commands.length; i += 1)
    apply(state, { seq: seq + 1 + i, timeMs: NOW, command: commands[i]! })
  const nanoseconds = Number(process.hrtime.bigint() - started)
  const depth = query(state, 'depth', { symbol: SYMBOL, limit: 100 })!
  return { nanoseconds, depth: JSON.stringify({ bids: depth.bids, asks: depth.asks }) }
}

function runPeer(stream: readonly StreamOp[]): { nanoseconds: number; depth: string } {
  const book = new OrderBook()
  const ids = stream.map((op) => String(op.order))
  const started = process.hrtime.bigint()
  for (let i = 0; i < stream.length; i += 1) {
    const op = stream[i]!
    if (op.kind === 'limit')
      book.limit({ side: op.isBuy ? 'buy' : 'sell', id: ids[i]!, size: op.size, price: op.price })
    else if (op.kind === 'cancel') book.cancel(ids[i]!)
    else book.market({ side: op.isBuy ? 'buy' : 'sell', size: op.size })
  }
  const nanoseconds = Number(process.hrtime.bigint() - started)
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
  const commands = commandsOf(stream)
  const coreNs: number[] = []
  const peerNs: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const core = runCore(commands)
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
