/**
 * Deposits that three watchers of one chain announce, each as often as it likes, while the chain drops blocks, watchers die
 * with or without the point that they had come to, and the exchange dies and continues from its journal: each deposit that
 * ends in a final block is credited once, to the micro-dollar, and no other.
 */
import { describe, expect, it } from 'vitest'
import { apply, createExchange, query, type Command } from '@vest/engine'
import type { Address, Hex, Id } from '@vest/protocol'
import type { ChainEvents } from '@vest/runtime'
import type { ChainCursor } from '../../adapters/evm/src/cursorFile.ts'
import { scriptedNode } from '../../adapters/evm/src/testing/scriptedNode.ts'
import { watchVault, type VaultWatch } from '../../adapters/evm/src/watchVault.ts'
import { CHAIN, createWorld, TOKEN } from '../../core/engine/src/testing/world.ts'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { creditOf } from '../../services/exchange/src/bridge/startBridge.ts'
import { createPrng, type Prng } from '../simulation/prng.ts'

/** `npm run test:long` asks for more. */
const DEPOSITS = Number(process.env['VEST_DEPOSITS'] ?? 300)
const WATCHERS = 3
/** Of one fact by one watcher, one after the other: with three watchers that start anew, up to twenty and more. */
const TIMES_MAX = 6
const FINAL_BLOCKS = 6
const STEPS = 60
/** Enough for a watcher that has just started: before it calls a deposit lost, it asks for it in six looks. */
const QUIET_ROUNDS = 12
const VAULT: Address = `0x${'aa'.repeat(20)}`
const MS_EACH = 2_000

class Death extends Error {}

interface Life {
  /** Deposits that were sent, those that a dropped block lost with them. */
  readonly sent: number
  /** Of each deposit on the chain: how often it was announced. */
  readonly announced: readonly number[]
  readonly deaths: number
}

async function live(prng: Prng): Promise<Life> {
  const world = createWorld({ markets: [] })
  const traders = [world.trader(0), world.trader(0), world.trader(0)]
  const chain = scriptedNode(VAULT, TOKEN)
  const announced = new Map<Id, number>()
  let sent = 0
  let deaths = 0
  let isQuiet = false
  const mayDie = (): void => {
    if (isQuiet || !prng.chance(0.04)) return
    deaths += 1
    throw new Death()
  }
  /** Everything in memory is lost; what was acknowledged is done again. */
  const restart = (): void => {
    const journal = [...world.log]
    world.exchange = createExchange()
    for (const command of journal) apply(world.exchange, command)
  }
  /** As often as it is told; a death before the acknowledgement leaves the fact to be told again. */
  const tell = async (command: Command): Promise<void> => {
    const times = isQuiet ? 1 : prng.int(1, TIMES_MAX)
    for (let time = 0; time < times; time += 1) {
      await Promise.resolve()
      mayDie()
      world.run(command)
      mayDie()
    }
  }
  const events: ChainEvents = {
    onDeposit: async (log) => {
      announced.set(log.id, (announced.get(log.id) ?? 0) + 1)
      await tell(creditOf(log))
    },
    onDepositFinal: (id, blockHash) => tell({ kind: 'FinalizeDeposit', id, blockHash }),
    onDepositOrphaned: (id) => tell({ kind: 'OrphanDeposit', id }),
    onDust: async () => expect.unreachable('no deposit is below a dollar'),
    onWithdrawalCompleted: async () => undefined,
    onFinalTime: async () => undefined,
    onReserves: async () => undefined,
  }

  const cursors = Array.from({ length: WATCHERS }, (): ChainCursor | undefined => undefined)
  const start = (at: number): VaultWatch =>
    watchVault({
      client: chain.client,
      watched: { chainId: CHAIN, vault: VAULT, token: TOKEN, decimals: 6 },
      rules: {
        name: 'scripted',
        softBlocks: 1,
        usdcDecimals: 6,
        cctpDomain: null,
        finality: { kind: 'depth', blocks: FINAL_BLOCKS },
      },
      startBlock: 1n,
      startUsd6: 0n,
      rangeBlocks: 3n,
      finalTimeEveryMs: 0,
      nowMs: () => 1_000,
      cursor: {
        load: () => cursors[at],
        save: async (point) => void (cursors[at] = point),
      },
      known: query(world.exchange, 'openTransfers', {}).flatMap(({ id, txHash, isSoft }) =>
        isSoft === true && txHash !== undefined ? [{ id, txHash }] : [],
      ),
      events,
    })
  const watchers = cursors.map((_, at) => start(at))
  const look = async (at: number): Promise<void> => {
    try {
      await watchers[at]!.poll()
    } catch (error) {
      if (!(error instanceof Death)) throw error
      if (prng.chance(0.5)) restart()
      if (prng.chance(0.3)) cursors[at] = undefined
      watchers[at] = start(at)
    }
  }
  const send = (): void => {
    sent += 1
    chain.mine({
      txHash: `0x${(sent + 1).toString(16).padStart(64, 'd')}` as Hex,
      from: prng.pick(traders).address,
      value: prng.int(1_000_000, 3_000_000),
    })
  }

  for (let block = 0; block < FINAL_BLOCKS; block += 1) chain.mine()
  for (let step = 0; step < STEPS; step += 1) {
    const kind = prng.int(0, 9)
    if (kind < 3) send()
    else if (kind < 5) chain.mine()
    else if (kind === 5) chain.reorganise(prng.int(1, FINAL_BLOCKS - 1), () => prng.chance(0.7))
    await look(prng.int(0, WATCHERS - 1))
  }
  isQuiet = true
  for (let block = 0; block < 2 * FINAL_BLOCKS; block += 1) chain.mine()
  for (let round = 0; round < QUIET_ROUNDS; round += 1)
    for (let at = 0; at < WATCHERS; at += 1) while (await watchers[at]!.poll()) continue

  const onChain = chain.deposits()
  const expectPaid = (): void => {
    for (const trader of traders) {
      const owed = onChain.filter(({ from }) => from === trader.address)
      const collateral = owed.reduce((sum, { value }) => sum + value, 0)
      expect(world.account(trader)).toMatchObject({ collateral, softCredit: 0 })
    }
    expect(query(world.exchange, 'openTransfers', {})).toEqual([])
  }
  expectPaid()
  restart()
  expectPaid()
  return { sent, announced: [...announced.values()], deaths }
}

describe('[T6] deposits announced by three watchers', () => {
  it(
    `${DEPOSITS} of them, up to twenty times each, with deaths in between: each that stays is credited once`,
    async () => {
      const prng = createPrng(RUN_SEED)
      const lives: Life[] = []
      for (let sent = 0; sent < DEPOSITS; sent += lives.at(-1)!.sent) lives.push(await live(prng))
      // Otherwise nothing would have been tried.
      expect(lives.reduce((sum, { deaths }) => sum + deaths, 0)).toBeGreaterThan(DEPOSITS / 10)
      expect(Math.max(...lives.flatMap(({ announced }) => announced))).toBeGreaterThan(WATCHERS)
    },
    DEPOSITS * MS_EACH,
  )
})
