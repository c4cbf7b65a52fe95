/**
 * The watcher against a node that grows, forgets and fails, with ends of the process at any handler: whatever happens, what
 * its reports amount to is what the chain holds.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Address, Hex, Id } from '@vest/protocol'
import type { DepositLog, SolanaEvents } from '@vest/runtime'
import { describe, expect, it } from 'vitest'
import { signatureOf } from './depositLogs.ts'
import type { SolanaCursor, SolanaCursorStore } from './solanaCursor.ts'
import { callChain } from './callChain.ts'
import { createScriptedSolana, signatureFor, WATCHED } from './testing/scriptedSolana.ts'
import { watchSolanaVault } from './watchVault.ts'

const TOKEN: Address = `0x${'dc'.repeat(20)}`
const ACCOUNT = `0x${'ab'.repeat(20)}`
/** Any function of the bytes does for names. */
const keccak = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest())

/** What survives a crash of the process: the engine's books and the cursor's file. */
class Survivors implements SolanaCursorStore {
  cursor: SolanaCursor | undefined
  /** As the engine keeps them: each id once, however often it is told. */
  readonly credited = new Map<Id, { log: DepositLog; state: 'SOFT' | 'FINAL' }>()
  dustUsd6 = 0
  dustMark: readonly [bigint, number] = [-1n, -1]
  reserves: { readonly expectedUsd6: bigint; readonly foundUsd6: bigint } | undefined
  /** The process ends at the call with this number. */
  crashIn = Infinity

  load = () => this.cursor
  save = async (cursor: SolanaCursor) => {
    this.step()
    this.cursor = cursor
  }
  readonly events: SolanaEvents = {
    onDeposit: async (log) => {
      this.step()
      const before = this.credited.get(log.id)
      if (before === undefined) this.credited.set(log.id, { log, state: 'SOFT' })
      else if (before.state === 'SOFT') before.log = log
      this.step()
    },
    onDepositFinal: async (id) => {
      this.step()
      const found = this.credited.get(id)
      expect(found).toBeDefined()
      found!.state = 'FINAL'
      this.step()
    },
    onDepositOrphaned: async (id) => {
      this.step()
      if (this.credited.get(id)?.state === 'SOFT') this.credited.delete(id)
    },
    onDust: async ({ blockNumber, logIndex, amountUsd6 }) => {
      this.step()
      const [block, index] = this.dustMark
      if (blockNumber < block || (blockNumber === block && logIndex <= index)) return
      this.dustMark = [blockNumber, logIndex]
      this.dustUsd6 += amountUsd6
      this.step()
    },
    onReserves: async (reserves) => {
      this.reserves = reserves
    },
  }
  softDeposits = (): { id: Id; txHash: Hex }[] =>
    [...this.credited].flatMap(([id, { log, state }]) =>
      state === 'SOFT' ? [{ id, txHash: log.txHash }] : [],
    )

  private step(): void {
    this.crashIn -= 1
    if (this.crashIn === 0) throw new Error('the process has ended')
  }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 3_000_000 }), isNextSlot: fc.boolean(), isFailed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('finalize' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash' as const), at: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), calls: fc.integer({ min: 1, max: 4 }) }) },
) // prettier-ignore

describe('the watcher of Solana', () => {
  it('[3.9] credits every deposit once over crashes, doubles, failing nodes and forgotten slots', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const node = createScriptedSolana()
        const kept = new Survivors()
        const begin = () =>
          watchSolanaVault({
            call: callChain(node.ask),
            watched: WATCHED,
            token: TOKEN,
            keccak,
            cursor: kept,
            known: kept.softDeposits(),
            events: kept.events,
          })
        let watch = begin()
        let slot = 1
        let count = 0
        const look = async (): Promise<void> => {
          try {
            await watch.poll()
          } catch {
            // Whatever it was, the process begins anew.
            watch = begin()
          }
        }
        for (const each of steps) {
          if (each.kind === 'pay') {
            if (each.isNextSlot) slot += 1
            node.transactions.push({
              signature: signatureFor((count += 1)),
              slot,
              amount: each.amount,
              memos: [ACCOUNT],
              ...(each.isFailed ? { err: 'failed' } : {}),
            })
          }
          if (each.kind === 'finalize') {
            node.finalSlot = slot
            slot += 1
          }
          if (each.kind === 'forget') {
            // A slot that was confirmed and never became final: its transactions never come back.
            const gone = node.transactions.findIndex((tx) => tx.slot > node.finalSlot)
            if (gone >= 0) node.transactions.splice(gone)
          }
          if (each.kind === 'fail') node.failing = each.calls
          kept.crashIn = each.kind === 'crash' ? each.at : Infinity
          await look()
        }
        // The node is whole, time goes on, and the watcher has looked.
        kept.crashIn = Infinity
        node.failing = 0
        node.finalSlot = slot + 200
        for (let polls = 0; polls < 3; polls += 1) await look()
        const landed = node.transactions.filter(({ err }) => err === undefined)
        const deposits = landed.filter(({ amount }) => amount >= 1_000_000)
        const told = [...kept.credited.values()]
        expect(told.map(({ state }) => state)).toEqual(deposits.map(() => 'FINAL'))
        expect(told.map(({ log }) => [signatureOf(log.txHash), log.amountUsd6, log.to]).sort()).toEqual(
          deposits.map(({ signature, amount }) => [signature, amount, ACCOUNT]).sort(),
        )
        const sum = (rows: readonly { readonly amount: number }[]): number =>
          rows.reduce((total, { amount }) => total + amount, 0)
        expect(kept.dustUsd6).toBe(sum(landed) - sum(deposits))
        expect(kept.reserves?.expectedUsd6).toBe(BigInt(sum(landed)))
        expect(kept.reserves?.foundUsd6).toBe(BigInt(sum(landed)))
      }),
      { numRuns: 300 },
    )
  })
})
