import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from '@vest/protocol'
import type { ChainAdapter } from '@vest/runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  devnetEvmOptions,
  jsonRpc,
  startDevnetChain,
  type DevnetChain,
} from '../../../devnet/src/chain/index.ts'
import { devnetRules } from './chainRules.ts'
import { createEvmChain, type EvmChainOptions } from './createEvmChain.ts'
import { cursorFile } from './cursorFile.ts'
import { recordedEvents, type RecordedEvents, type Told } from './testing/recordedEvents.ts'
import { createTrader, usdc, type Trader } from './testing/trader.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string
let chain: DevnetChain
let trader: Trader
let onRestart: () => void = () => undefined
const open: ChainAdapter[] = []
const failures: Error[] = []
const troubles: Error[] = []
let heardFailure: () => void = () => undefined

/** Nothing becomes final by itself unless a test says so. */
async function watch(
  changes: Partial<EvmChainOptions> = {},
  known: Parameters<ChainAdapter['start']>[0] = [],
): Promise<{ adapter: ChainAdapter; events: RecordedEvents }> {
  const { mineForFinality: _mine, ...options } = devnetEvmOptions(chain)
  const adapter = createEvmChain({
    // Nor does the final point move on its own, which would save the chain's state at a moment of its choice.
    ...options,
    pollMs: 20,
    finalTimeEveryMs: Number.POSITIVE_INFINITY,
    ...changes,
    onTrouble: (error) => troubles.push(error),
    onFailure: (error) => {
      failures.push(error)
      heardFailure()
    },
  })
  const events = recordedEvents()
  open.push(adapter)
  await adapter.start(known, events)
  return { adapter, events }
}
/** The local chain keeps two blocks as final and saves no change behind them: here finality is another's, or breaks. */
const notSaved = { ensureDurable: async () => undefined }
const reorg = (depth: number, transactions: readonly unknown[] = []) =>
  jsonRpc(chain.rpcUrl, 'anvil_reorg', [depth, transactions])
const idsOf = (told: readonly Extract<Told, { kind: 'orphaned' }>[]): string[] =>
  told.map(({ id }) => id).sort()
async function softDeposit(events: RecordedEvents, amount = usdc(10)) {
  const txHash = await trader.transfer(amount)
  return (await events.first('soft', ({ log }) => log.txHash === txHash)).log
}

beforeEach(async () => {
  failures.length = 0
  troubles.length = 0
  folder = mkdtempSync(join(tmpdir(), 'vest-watch-'))
  chain = await startDevnetChain({ dataDir: join(folder, 'chain'), onRestart: () => onRestart() })
  trader = await createTrader(chain)
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop()
  await chain.stop()
  rmSync(folder, { recursive: true })
})

describe('a chain that changes its mind', () => {
  it('orphans a soft deposit whose block is gone, once, and never finalises it', async () => {
    const { events } = await watch()
    const log = await softDeposit(events)
    await reorg(1)
    expect((await events.first('orphaned')).id).toBe(log.id)
    const next = await softDeposit(events)
    await chain.mine()
    await events.first('final', ({ id }) => id === next.id)
    expect(events.of('orphaned')).toHaveLength(1)
    expect(events.of('final').map(({ id }) => id)).not.toContain(log.id)
  })

  it('a deposit that comes back in another block is told again with that block, not orphaned', async () => {
    const { events } = await watch()
    const raw = await trader.sender.wallet.prepareTransactionRequest({
      to: chain.usdc,
      data: transferData(usdc(10)),
    })
    const signed = await trader.sender.account.signTransaction(
      raw as Parameters<typeof trader.sender.account.signTransaction>[0],
    )
    const txHash = await trader.sender.reader.sendRawTransaction({ serializedTransaction: signed })
    const first = await events.first('soft', ({ log }) => log.txHash === txHash)
    await reorg(1, [[signed, 0]])
    const second = await events.first(
      'soft',
      ({ log }) => log.txHash === txHash && log.blockHash !== first.log.blockHash,
    )
    expect(second.log.id).toBe(first.log.id)
    await chain.mine()
    expect(await events.first('final', ({ id }) => id === first.log.id)).toMatchObject({
      blockHash: second.log.blockHash,
    })
    expect(events.of('orphaned')).toEqual([])
  })

  it('at every depth short of finality exactly the lost ones are orphaned', async () => {
    const { events } = await watch({
      ...notSaved,
      rules: { ...devnetRules(42161), finality: { kind: 'depth', blocks: 80 } },
    })
    for (const depth of [1, 2, 5, 12, 32, 64]) {
      const logs = []
      for (let i = 0; i < 6; i += 1) {
        logs.push(await softDeposit(events, usdc(1)))
        await jsonRpc(chain.rpcUrl, 'anvil_mine', [`0x${Math.floor(depth / 4).toString(16)}`])
      }
      const head = await trader.sender.reader.getBlockNumber()
      const before = new Set(idsOf(events.of('orphaned')))
      await reorg(depth)
      const lost = logs
        .filter(({ blockNumber }) => blockNumber > head - BigInt(depth))
        .map(({ id }) => id as string)
      await Promise.all(lost.map((lostId) => events.first('orphaned', ({ id }) => id === lostId)))
      // A deposit after it proves that the watcher has gone on from there.
      await softDeposit(events, usdc(1))
      expect(idsOf(events.of('orphaned')).filter((id) => !before.has(id))).toEqual(lost.sort())
    }
  })

  it('a change past finality stops it for good', async () => {
    // What the node had at its start stays.
    await jsonRpc(chain.rpcUrl, 'anvil_mine', ['0x5'])
    const { events } = await watch({ ...notSaved, mineForFinality: chain.mine })
    const log = await softDeposit(events)
    await events.first('final', ({ id }) => id === log.id)
    const stopped = new Promise<void>((resolve) => (heardFailure = resolve))
    await reorg(5)
    await stopped
    expect(failures.map(({ name }) => name)).toEqual(['FinalityBrokenError'])
    expect(events.of('orphaned')).toEqual([])
  })
})

describe('a chain that is killed', () => {
  const kill = async (): Promise<void> => {
    const back = new Promise<void>((resolve) => (onRestart = resolve))
    for (const pid of chain.pids()) process.kill(pid, 'SIGKILL')
    await back
  }
  it('comes back without what it was not asked to keep: the watcher orphans it and goes on', async () => {
    await chain.ensureDurable()
    const { events } = await watch()
    const log = await softDeposit(events)
    await kill()
    expect((await events.first('orphaned')).id).toBe(log.id)
    const next = await softDeposit(events, usdc(11))
    await chain.mine()
    await events.first('final', ({ id }) => id === next.id)
    expect(failures).toEqual([])
  })
  it('what was final is still there', async () => {
    const { adapter, events } = await watch({ mineForFinality: chain.mine })
    const log = await softDeposit(events)
    await events.first('final', ({ id }) => id === log.id)
    const before = await adapter.vaultBalanceUsd6()
    await kill()
    await softDeposit(events, usdc(1))
    expect(await adapter.vaultBalanceUsd6()).toBe(before + usdc(1))
    expect(events.of('orphaned')).toEqual([])
    expect(failures).toEqual([])
  })
  it('soft credits of a former run are looked at again: lost ones orphaned, kept ones finalised', async () => {
    const first = await watch({ rules: { ...devnetRules(42161), finality: { kind: 'depth', blocks: 10 } } })
    const kept = await softDeposit(first.events)
    await chain.ensureDurable()
    const lost = await softDeposit(first.events)
    await first.adapter.stop()
    await kill()
    const { events } = await watch({ mineForFinality: chain.mine }, [kept, lost])
    expect((await events.first('orphaned')).id).toBe(lost.id)
    await events.first('final', ({ id }) => id === kept.id)
    expect(events.of('orphaned')).toHaveLength(1)
  })
  it('[10.7] reserves are told again after a return, although the node has forgotten the states before it', async () => {
    const { adapter, events } = await watch({ mineForFinality: chain.mine })
    const log = await softDeposit(events)
    await events.first('final', ({ id }) => id === log.id)
    await adapter.stop()
    await kill()
    const back = await watch({ mineForFinality: chain.mine, finalTimeEveryMs: 0 })
    const { foundUsd6, expectedUsd6 } = await back.events.firstReserves()
    expect(foundUsd6).toBe(expectedUsd6)
    expect(troubles.map(({ name }) => name)).toEqual(['StateForgottenError'])
    await back.events.first('finalTime')
    expect(await back.adapter.completedAtFinal([`0x${'55'.repeat(32)}`])).toEqual([false])
  })
})

describe('the cursor', () => {
  const cursor = () => cursorFile(join(folder, 'cursor.json'))
  it('spares the past and misses nothing made while no watcher ran', async () => {
    const first = await watch({ cursor: cursor(), mineForFinality: chain.mine })
    const old = await softDeposit(first.events)
    await first.events.first('final', ({ id }) => id === old.id)
    await first.adapter.stop()
    const missed = await trader.transfer(usdc(12))
    const { events } = await watch({ cursor: cursor(), mineForFinality: chain.mine })
    const { log } = await events.first('soft', (event) => event.log.txHash === missed)
    await events.first('final', ({ id }) => id === log.id)
    expect(events.of('soft').map((event) => event.log.id)).toEqual([log.id])
  })
  it('a soft credit that lies before the cursor is found by its transaction', async () => {
    const first = await watch({ cursor: cursor(), mineForFinality: chain.mine })
    const log = await softDeposit(first.events)
    await first.events.first('final', ({ id }) => id === log.id)
    await first.adapter.stop()
    const { events } = await watch({ cursor: cursor() }, [log, { ...log, id: `0x${'77'.repeat(32)}` }])
    expect((await events.first('final')).blockHash).toBe(log.blockHash)
    expect((await events.first('orphaned')).id).toBe(`0x${'77'.repeat(32)}`)
  })
  it('of another chain is refused', async () => {
    writeFileSync(
      join(folder, 'cursor.json'),
      JSON.stringify({ number: '3', hash: `0x${'11'.repeat(32)}`, expectedUsd6: '0' }),
    )
    const stopped = new Promise<void>((resolve) => (heardFailure = resolve))
    await watch({ cursor: cursor() })
    await stopped
    expect(failures.map(({ name }) => name)).toEqual(['FinalityBrokenError'])
  })
})

const transferData = (amount: number): Hex =>
  `0xa9059cbb${chain.vault.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
