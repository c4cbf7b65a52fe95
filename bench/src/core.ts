/**
 * `bench -- core`: the complete core (admission, matching, positions, margin, fees, ledger, events) against
 * nodejs-order-book, which only matches, on the same stream, rounds interleaved, each side warm and in a
 * process of its own with the flags that the exchange gives its engine. The core executes rows, the peer objects:
 * each gets what it takes, laid out before the clock runs. Excluded on both sides: making the stream and the
 * commands, garbage of the round before, signatures, journal, network. The pool has no money, so both books hold
 * users' orders alone; afterwards both must show the same depth.
 */
import { fork } from 'node:child_process'
import { GCProfiler } from 'node:v8'
import {
  advanceRow,
  type CancelOrder,
  COMMAND_ROW,
  type CommandRows,
  createCommandRows,
  ORDERS_OF_SERVER,
  type PlaceOrder,
  query,
  takeRows,
  prefault,
  V8_FLAGS,
  writeCancel,
  writeOrder,
} from '@vest/engine'
import { lots, ticks, type Address, type Id } from '@vest/protocol'
import { OrderBook } from 'nodejs-order-book'
import { accountAddress, freshExchange, hex, NOW, specOf, START_TICKS } from './freshExchange.ts'
import { collectGarbage, median } from './interleave.ts'
import { orderStream, type StreamName, type StreamOp, STREAMS } from './orderStream.ts'
import type { BenchResult } from './benchResult.ts'

const ROUNDS = 5
/** Until both sides are compiled for good. */
const WARM_UP_ROUNDS = 12
/** Commands whose records leave the core together, as the sequencer's groups do. */
const GROUP = 256
const SYMBOL = 'BTC-PERP'
const SEED = 7
const DEPOSIT_USD6 = 1_000_000_000_000

/** Buyers and sellers are different accounts: self-trade prevention, which the peer lacks, never acts. */
const accountOf = (op: StreamOp, accounts: number): Address =>
  accountAddress(1 + ((op.order * 2) % accounts) + (op.isBuy ? 0 : 1))

interface Traders {
  readonly accounts: number
  /** Whose order a later cancel names. */
  readonly owners: Map<number, Address>
  /** Every key counts its own nonces. */
  readonly nonces: Map<Address, number>
}

function commandOf(op: StreamOp, { accounts, owners, nonces }: Traders): PlaceOrder | CancelOrder {
  const account = op.kind === 'cancel' ? owners.get(op.order)! : accountOf(op, accounts)
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

interface Run {
  readonly nanoseconds: number
  readonly depth: string
  /** What the round left on the heap, and how often the collector ran in it. */
  readonly heapBytes: number
  readonly collections: number
}

/**
 * What a side made in its last two rounds: with the last object of a shape V8 throws away the code made for it. No
 * more, because memory that no process had before is given by the host of a virtual machine page by page, which costs
 * more than what is measured.
 */
const kept: unknown[] = []
function keep(made: unknown): void {
  kept.push(made)
  if (kept.length > 2) kept.shift()
}

/** The stream as the rows that the core executes. */
function rowsOf(stream: readonly StreamOp[], accounts: number): CommandRows {
  const traders: Traders = { accounts, owners: new Map(), nonces: new Map() }
  const rows = createCommandRows(stream.length)
  for (const [place, op] of stream.entries()) {
    const command = commandOf(op, traders)
    // Accounts and keys are registered in turn: the numbers that the exchange gives out are known.
    const account = Number(BigInt(command.account)) - 1
    if (command.kind === 'CancelOrder') writeCancel(rows, place * COMMAND_ROW, command, account, account)
    else writeOrder(rows, place * COMMAND_ROW, command, account, account, 0)
  }
  return rows
}

/**
 * Feeds the stream in groups, as the sequencer does. A group's commands are laid out before the clock runs, so that
 * both sides find them in the caches, each in the form that it executes, and neither pays for making them.
 */
function timed(
  ops: number,
  layOut: (from: number, count: number) => void,
  take: (from: number, count: number) => void,
): number {
  let nanoseconds = 0n
  for (let from = 0; from < ops; from += GROUP) {
    const count = Math.min(GROUP, ops - from)
    layOut(from, count)
    const started = process.hrtime.bigint()
    take(from, count)
    nanoseconds += process.hrtime.bigint() - started
  }
  return Number(nanoseconds)
}

function runCore(commands: CommandRows, ops: number, accounts: number): Run {
  const { state, seq: lastSeq } = freshExchange(
    [specOf(SYMBOL)],
    accounts + 1,
    DEPOSIT_USD6,
    ORDERS_OF_SERVER,
  )
  // As a server does in its first quiet minute.
  prefault(state, Infinity)
  const seq = lastSeq()
  const group = createCommandRows(GROUP)
  let executed = 0
  collectGarbage()
  const heapBefore = process.memoryUsage().heapUsed
  const collector = new GCProfiler()
  collector.start()
  const nanoseconds = timed(
    ops,
    (from, count) =>
      group.numbers.set(commands.numbers.subarray(from * COMMAND_ROW, (from + count) * COMMAND_ROW)),
    (from, count) => {
      for (let i = 0; i < count; i += 1)
        if (advanceRow(state, seq + 1 + from + i, NOW, group, i * COMMAND_ROW) === 0) executed += 1
      takeRows(state.work.log)
    },
  )
  const collections = collector.stop().statistics.length
  const heapBytes = process.memoryUsage().heapUsed - heapBefore
  keep(state)
  if (executed !== ops) throw new Error(`${ops - executed} commands were refused`)
  const depth = query(state, 'depth', { symbol: SYMBOL, limit: 100 })!
  return {
    nanoseconds,
    depth: JSON.stringify({ bids: depth.bids, asks: depth.asks }),
    heapBytes,
    collections,
  }
}

function runPeer(stream: readonly StreamOp[]): Run {
  const book = new OrderBook()
  const ops: (StreamOp & { readonly id: string })[] = []
  const nanoseconds = timed(
    stream.length,
    (from, count) => {
      for (let i = 0; i < count; i += 1) {
        const op = stream[from + i]!
        ops[i] = { ...op, id: String(op.order) }
      }
    },
    (_, count) => {
      for (let i = 0; i < count; i += 1) {
        const op = ops[i]!
        if (op.kind === 'limit')
          book.limit({ side: op.isBuy ? 'buy' : 'sell', id: op.id, size: op.size, price: op.price })
        else if (op.kind === 'cancel') book.cancel(op.id)
        else book.market({ side: op.isBuy ? 'buy' : 'sell', size: op.size })
      }
    },
  )
  keep(book)
  const [asks, bids] = book.depth()
  const best = (levels: [number, number][], descending: boolean): [number, number][] =>
    levels
      .map(([price, size]): [number, number] => [price, size])
      .toSorted((a, b) => (descending ? b[0] - a[0] : a[0] - b[0]))
      .slice(0, 100)
  return {
    nanoseconds,
    depth: JSON.stringify({ bids: best(bids, true), asks: best(asks, false) }),
    heapBytes: 0,
    collections: 0,
  }
}

const SIDES = {
  core: (stream: readonly StreamOp[], accounts: number): (() => Run) => {
    const commands = rowsOf(stream, accounts)
    return () => runCore(commands, stream.length, accounts)
  },
  peer:
    (stream: readonly StreamOp[]): (() => Run) =>
    () =>
      runPeer(stream),
} as const
export type CoreSide = keyof typeof SIDES

/** One side in a process of its own: runs a round whenever the parent asks for one. */
export function serveSide(side: CoreSide, stream: StreamName): void {
  const round = SIDES[side](orderStream(STREAMS[stream], SEED), STREAMS[stream].accounts)
  process.on('message', () => {
    collectGarbage()
    process.send!(round())
  })
}

interface Side {
  round(): Promise<Run>
  end(): void
}

/** Each side has the heap, the caches of types and the compiled code to itself, as the engine has in its thread. */
function startSide(side: CoreSide, stream: StreamName): Side {
  const child = fork(process.argv[1]!, ['bench', 'core', '--stream', stream, '--side', side], {
    execArgv: [...V8_FLAGS],
  })
  return {
    round: () =>
      new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`the ${side} ended with ${code}`)))
        child.once('message', (run) => {
          child.removeAllListeners('exit')
          resolve(run as Run)
        })
        child.send('round')
      }),
    end: () => void child.kill(),
  }
}

export async function benchCore(
  print: (line: string) => void,
  stream: StreamName = 'mixed',
): Promise<BenchResult> {
  const { ops } = STREAMS[stream]
  print(
    `${stream} stream, ${ops} ops, seed ${SEED}, ${ROUNDS} interleaved rounds after ${WARM_UP_ROUNDS} to warm up`,
  )
  const sides = { core: startSide('core', stream), peer: startSide('peer', stream) }
  try {
    const ratios: number[] = []
    for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round += 1) {
      const core = await sides.core.round()
      const peer = await sides.peer.round()
      if (core.depth !== peer.depth) throw new Error('the two books differ after the stream')
      if (round < 1) continue
      ratios.push(peer.nanoseconds / core.nanoseconds)
      const each = [core, peer].map(({ nanoseconds }) => (nanoseconds / ops).toFixed(0))
      print(
        `  round ${round}: core ${each[0]} ns/op, peer ${each[1]} ns/op, ratio ${ratios.at(-1)!.toFixed(2)}; ` +
          `the core left ${(core.heapBytes / ops).toFixed(1)} bytes/op on the heap, ${core.collections} collections`,
      )
    }
    return { peer: 'nodejs-order-book 10.1.1, matching alone', ratio: median(ratios) }
  } finally {
    sides.core.end()
    sides.peer.end()
  }
}
