/**
 * Eight clients trade in shared markets over connections that break, and the exchange is killed and started again in
 * the midst of it. What each of them asked, was told and heard is one history; it must be one that can have happened. What
 * the exchange runs on is the caller's.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertInvariants } from '@vest/engine'
import { readDecimal, type AccountResponse } from '@vest/protocol'
import { createDevnetClient } from '@vest/sdk/node'
import { testKey } from '../../services/exchange/src/testing/testKeys.ts'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { createPrng } from '../simulation/prng.ts'
import { createBot, FAUCET_USD6 } from '../world/bot.ts'
import { enterFloor, type Floor } from '../world/randomTrader.ts'
import { hashOf, replayJournal } from '../world/replay.ts'
import { freshDataDir, isRunning, removeDataDir, startStack, type Stack } from '../world/stack.ts'
import { until } from '../world/until.ts'
import { vaultDifferenceOf } from '../world/vaultDifference.ts'
import { checkHistory } from './checkHistory.ts'
import { FETCH_FAULTS } from './faultyFetch.ts'
import { createHistoryClient, OPERATIONS, type HistoryClient } from './historyClient.ts'
import type { KnownOrder } from './historyFeed.ts'

const CLIENTS = 8
const WORKERS_PER_CLIENT = 6
/** A long run asks for more. */
const OPERATIONS_TOTAL = Number(process.env['VEST_OPERATIONS'] ?? 10_000)
const SYMBOLS = ['BTC-PERP', 'ETH-PERP']

export interface HistoryOptions {
  readonly title: string
  /** What the exchange runs through, such as a disk that is made slow. */
  readonly through?: readonly string[]
  /** For the first half of the operations; half as much again for all of them. */
  readonly halfMsMax: number
}

export function describeHistory(options: HistoryOptions): void {
  const { title, through, halfMsMax } = options
  describe(title, () => {
    const dataDir = freshDataDir()
    const how = { flow: false, ...(through ? { through } : {}) }
    const seed = RUN_SEED
    let stack: Stack
    let floor: Floor
    let clients: readonly HistoryClient[]
    /** Resolved while the exchange is up. */
    let up = Promise.resolve()

    beforeAll(async () => {
      stack = await startStack({ dataDir, ...how })
      const { baseUrl } = stack
      const bots = await Promise.all(
        Array.from({ length: CLIENTS }, (_, at) => {
          const key = testKey(0x40 + at)
          return createBot({
            baseUrl,
            signer: { address: key.address, sign: async (action) => key.signAction(action) },
          })
        }),
      )
      floor = await enterFloor({ bot: bots[0]!, symbols: SYMBOLS, prng: createPrng(seed) })
      clients = await Promise.all(
        bots.map(async (bot, at) => {
          await until('the deposit is final', async () => {
            const { collateral, withdrawable } = await bot.client.account()
            return collateral === withdrawable
          })
          const prng = createPrng(seed + at)
          const side = at % 2 === 0 ? 0 : 1
          return createHistoryClient({ baseUrl, bot, floor, symbols: SYMBOLS, prng, side, whenUp: () => up })
        }),
      )
    }, 240_000)
    afterAll(async () => {
      floor?.leave()
      for (const { feed, faulty } of clients ?? []) {
        feed.end()
        faulty.stop()
      }
      if (isRunning(stack.pid)) await stack.stop()
      removeDataDir(dataDir)
    }, 120_000)

    const countOf = (what: string): number =>
      clients.reduce((sum, { counts }) => sum + (counts.get(what) ?? 0), 0)
    const done = (): number => OPERATIONS.reduce((sum, kind) => sum + countOf(kind), 0)

    /** Of the exchange and its chain. */
    async function powerCut(): Promise<void> {
      let isBack = (): void => undefined
      up = new Promise((resolve) => (isBack = resolve))
      const { port } = stack
      const dead = stack.kill9()
      stack.kill9Chain()
      await dead
      stack = await startStack({ dataDir, port, ...how })
      isBack()
    }

    it(
      `${OPERATIONS_TOTAL.toLocaleString('en')} operations of eight clients over broken connections and a kill -9 are linearizable`,
      async () => {
        const mayGoOn = () => done() < OPERATIONS_TOTAL
        const startedMs = performance.now()
        const working = Promise.all(
          clients.flatMap((client) => Array.from({ length: WORKERS_PER_CLIENT }, () => client.work(mayGoOn))),
        )
        await until('half of it is done', () => done() >= OPERATIONS_TOTAL / 2, { limitMs: halfMsMax })
        await powerCut()
        await working
        const workedMs = performance.now() - startedMs
        await Promise.all(clients.map((client) => client.settle()))
        floor.leave()
        tell(workedMs)
        const faults = () => clients.flatMap(({ history }) => checkHistory(history)).slice(0, 20)
        expect(faults()).toEqual([])
        for (const client of clients) await agree(client)
        expect(faults()).toEqual([])
        for (const fault of FETCH_FAULTS)
          expect([
            fault,
            clients.reduce((sum, { faulty }) => sum + (faulty.met.get(fault) ?? 0), 0),
          ]).not.toEqual([fault, 0])
        expect(countOf('settled as there')).toBeGreaterThan(OPERATIONS_TOTAL / 300)
        expect(countOf('settled as absent')).toBeGreaterThan(OPERATIONS_TOTAL / 300)
      },
      1.5 * halfMsMax,
    )

    /** Socket and reading agree on every order; what they tell makes the positions and the balance. */
    async function agree(client: HistoryClient): Promise<void> {
      const { feed, bot } = client
      const rows = await client.readAll()
      const statusOf = ({ status, filledSize }: Pick<KnownOrder, 'status' | 'filledSize'>) =>
        `${status} ${Number(filledSize ?? 0)}`
      await until('the socket has told everything', () =>
        rows.every((row) => {
          const known = feed.known.get(row.nonce)
          return known !== undefined && statusOf(known) === statusOf(row)
        }),
      )
      await until('the socket is up', () => feed.isUp())
      feed.end()
      const account: AccountResponse = await bot.client.account()
      const known = [...feed.known.values()]
      const realised = known.reduce(
        (sum, order) => sum + BigInt(readDecimal(order.realizedPnl ?? '0', 6)),
        0n,
      )
      expect(BigInt(readDecimal(account.balances[0]!.total, 6))).toBe(FAUCET_USD6 + realised)
      for (const symbol of SYMBOLS) {
        const held = account.positions.find((position) => position.symbol === symbol)
        const own = known
          .filter((order) => order.symbol === symbol)
          .reduce(
            (sum, { isBuy, filledSize }) => sum + (isBuy ? 1 : -1) * readDecimal(filledSize ?? '0', 8),
            0,
          )
        const size = readDecimal(held?.size ?? '0', 8)
        expect([symbol, own]).toEqual([symbol, held?.isLong === false ? -size : size])
      }
    }

    function tell(workedMs: number): void {
      const told = new Map<string, number>()
      for (const { counts, faulty, feed } of clients) {
        for (const [what, count] of [...counts, ...faulty.met]) told.set(what, (told.get(what) ?? 0) + count)
        told.set('socket cut', (told.get('socket cut') ?? 0) + feed.cutCount())
      }
      const parts = [...told].map(([what, count]) => `${what} ${count}`)
      process.stdout.write(
        `seed ${seed}, ${(workedMs / 1_000).toFixed(1)} s with the restart: ${parts.join(', ')}\n`,
      )
    }

    it('what it left is whole: every sum closes, and the journal says the same', async () => {
      const state = await createDevnetClient({ baseUrl: stack.baseUrl, validate: true }).state()
      expect(await stack.stop()).toBe(0)
      let hash: string | undefined
      const last = replayJournal(dataDir, ({ command, exchange }) => {
        if (command.seq === state.seq) hash = hashOf(exchange)
      })
      expect(hash).toBe(state.hash)
      assertInvariants(last)
      expect(vaultDifferenceOf(last)).toBe(0n)
      expect(last.accounts.length).toBeGreaterThanOrEqual(CLIENTS)
    }, 120_000)
  })
}
