import type { Address, Hex, Id } from '@vest/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DepositLog } from '@vest/runtime'
import type { ChainCursor } from './cursorFile.ts'
import { scriptedNode, type ScriptedNode } from './testing/scriptedNode.ts'
import { watchVault, type VaultWatch } from './watchVault.ts'

const vault: Address = `0x${'aa'.repeat(20)}`
const token: Address = `0x${'bb'.repeat(20)}`
const FINAL_BLOCKS = 6

/** The books of a reader that believes every word of the watcher, and notices every contradiction. */
function createBooks() {
  const soft = new Map<Id, { readonly blockHash: Hex; readonly txHash: Hex; readonly amount: number }>()
  const final = new Map<Id, number>()
  /** The last dust that was counted. */
  let mark = { block: -1n, logIndex: -1 }
  return {
    countDust: ({ id, blockNumber: block, logIndex, amountUsd6 }: DepositLog): void => {
      const isNew = block > mark.block || (block === mark.block && logIndex > mark.logIndex)
      if (!isNew) return void expect(final.get(id), 'what is not new was counted').toBe(amountUsd6)
      mark = { block, logIndex }
      final.set(id, amountUsd6)
    },
    soft,
    final,
    sum: () =>
      [...soft.values(), ...[...final.values()].map((amount) => ({ amount }))].reduce(
        (total, { amount }) => total + amount,
        0,
      ),
  }
}
type Books = ReturnType<typeof createBooks>

type Event =
  | { readonly kind: 'deposit'; readonly value: number }
  | { readonly kind: 'mine' }
  | { readonly kind: 'reorganise'; readonly depth: number; readonly kept: number }
  | { readonly kind: 'lag'; readonly blocks: number }
  | { readonly kind: 'rpcFails' }
  | { readonly kind: 'handlerFails' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'nothing' }
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deposit' as const),
      // Some of them below a dollar.
      value: fc.integer({ min: 1, max: 3_000_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'mine' as const }) },
  // Never deeper than what is final, which no watcher can survive.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: FINAL_BLOCKS - 1 }),
      kept: fc.nat(255),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('lag' as const), blocks: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'rpcFails' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'handlerFails' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 12, arbitrary: fc.constant({ kind: 'nothing' as const }) },
)

class Interruption extends Error {}

async function play(
  events: readonly Event[],
  hasCursor: boolean,
): Promise<{ chain: ScriptedNode; books: Books }> {
  const chain = scriptedNode(vault, token)
  const books = createBooks()
  const script = [...events]
  let cursor: ChainCursor | undefined
  let deposits = 0
  let handlerFails = false
  let wantsRestart = false
  const isEverReorganised = events.some(({ kind }) => kind === 'reorganise')
  for (let i = 0; i < FINAL_BLOCKS; i += 1) chain.mine()

  chain.beforeAnswer = () => {
    const next = script.shift()
    if (next === undefined) return
    switch (next.kind) {
      case 'deposit':
        deposits += 1
        return chain.mine({
          txHash: `0x${deposits.toString(16).padStart(64, 'd')}`,
          from: `0x${'01'.repeat(20)}`,
          value: next.value,
        })
      case 'mine':
        return chain.mine()
      case 'reorganise': {
        let bits = next.kept
        return chain.reorganise(next.depth, () => (bits >>= 1) % 2 === 1)
      }
      case 'lag':
        return chain.lag(next.blocks)
      case 'rpcFails':
        throw new Interruption()
      case 'handlerFails':
        handlerFails = true
        return
      case 'restart':
        wantsRestart = true
    }
  }
  const heard = (take: () => void) => async (): Promise<void> => {
    await Promise.resolve()
    if (handlerFails) {
      handlerFails = false
      throw new Interruption()
    }
    take()
  }

  const start = (): VaultWatch =>
    watchVault({
      client: chain.client,
      watched: { chainId: 1, vault, token, decimals: 6 },
      rules: {
        name: 'scripted',
        softBlocks: 1,
        finality: { kind: 'depth', blocks: FINAL_BLOCKS },
        usdcDecimals: 6,
        cctpDomain: null,
      },
      startBlock: 1n,
      startUsd6: 0n,
      rangeBlocks: 3n,
      finalTimeEveryMs: 0,
      nowMs: () => 1_000,
      ...(hasCursor && {
        cursor: { load: () => cursor, save: async (point: ChainCursor) => void (cursor = point) },
      }),
      known: [...books.soft].map(([id, { txHash }]) => ({ id, txHash })),
      events: {
        onDeposit: (log) =>
          heard(() => {
            expect(log.amountUsd6, 'dust is told when it is final').toBeGreaterThanOrEqual(1_000_000)
            // Said again, also of what is final after a restart: no second credit.
            if (!books.final.has(log.id))
              books.soft.set(log.id, { blockHash: log.blockHash, txHash: log.txHash, amount: log.amountUsd6 })
          })(),
        onDepositFinal: (id, blockHash) =>
          heard(() => {
            if (books.final.has(id)) return
            const credited = books.soft.get(id)
            expect(credited?.blockHash, 'final in the block that was told').toBe(blockHash)
            books.soft.delete(id)
            books.final.set(id, credited!.amount)
          })(),
        onDust: (log) => {
          expect(log.amountUsd6).toBeLessThan(1_000_000)
          return heard(() => books.countDust(log))()
        },
        onDepositOrphaned: (id) =>
          heard(() => {
            expect(books.final.has(id), 'a final deposit is never orphaned').toBe(false)
            expect(isEverReorganised, 'a node that is behind takes nothing back').toBe(true)
            books.soft.delete(id)
          })(),
        onWithdrawalCompleted: async () => undefined,
        onFinalTime: async () => undefined,
        // Whatever the chain does between two questions, and after every restart: nothing is missing that is there.
        onReserves: async ({ expectedUsd6, foundUsd6 }) => expect(expectedUsd6).toBe(foundUsd6),
      },
    })

  let watch = start()
  const poll = async (): Promise<void> => {
    try {
      await watch.poll()
    } catch (error) {
      if (!(error instanceof Interruption)) throw error
    }
    if (!wantsRestart) return
    wantsRestart = false
    watch = start()
  }
  while (script.length > 0) await poll()
  // The script is over: undisturbed polls, as many as what is missing is asked for, bring the books up to date; burying
  // everything makes it final.
  for (let i = 0; i < 8; i += 1) await poll()
  // Dust that is not final yet is credited to no account.
  const isTold = ({ value, blockNumber }: { value: number; blockNumber: number }): boolean =>
    value >= 1_000_000 || blockNumber <= chain.head() - FINAL_BLOCKS + 1
  expect(books.sum(), 'the books are what lies on the chain').toBe(
    chain
      .deposits()
      .filter(isTold)
      .reduce((sum, { value }) => sum + value, 0),
  )
  for (let i = 0; i < FINAL_BLOCKS; i += 1) chain.mine()
  for (let i = 0; i < 3; i += 1) await poll()
  return { chain, books }
}

describe('a watcher of many nodes at one address, some of them behind', () => {
  it('credits each deposit and takes none back', async () => {
    let lagged = 0
    const calm = event.filter(({ kind }) => kind !== 'reorganise')
    await fc.assert(
      fc.asyncProperty(
        fc.array(calm, { minLength: 20, maxLength: 120 }),
        fc.boolean(),
        async (events, hasCursor) => {
          lagged += events.filter(({ kind }) => kind === 'lag').length
          const { chain, books } = await play(events, hasCursor)
          expect([...books.final.values()].sort()).toEqual(
            chain
              .deposits()
              .map(({ value }) => value)
              .sort(),
          )
        },
      ),
      { numRuns: 100 },
    )
    expect(lagged).toBeGreaterThan(100)
  })
})

describe('a watcher of a chain that does what it likes', () => {
  it('ends with exactly the deposits of the chain, each final once, whatever happened on the way', async () => {
    let reorganised = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 20, maxLength: 120 }),
        fc.boolean(),
        async (events, hasCursor) => {
          reorganised += events.filter(({ kind }) => kind === 'reorganise').length
          const { chain, books } = await play(events, hasCursor)
          const onChain = chain.deposits()
          expect(books.soft.size).toBe(0)
          expect([...books.final.values()].sort()).toEqual(onChain.map(({ value }) => value).sort())
          expect(books.final.size).toBe(onChain.length)
        },
      ),
      { numRuns: 200 },
    )
    expect(reorganised).toBeGreaterThan(200)
  })
})
