/**
 * A lot from plan to arrival, with the process killed before each call and after its effect but before its answer; and with
 * its file lost. At the end what left one vault is what came to the other, once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REBALANCE_VALID_MS, usd6, type ChainInfo, type Hex, type RebalanceLot } from '@vest/protocol'
import type { AttestedBurn, BridgePort, ChainAdapter, LotBurn, VaultRoad } from '@vest/runtime'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../../chains.ts'
import { createLogger } from '../../logger.ts'
import { createScriptedChain, hash32, TEST_VAULT } from '../../testing/scriptedChain.ts'
import { until } from '../../../../../tests/world/until.ts'
import { createWorkQueue } from '../workQueue.ts'
import { createRebalancer, nextMove, openLotFile, type RebalanceRules, type VaultStand } from './index.ts'

const M = 1_000_000_000_000
const RULES: RebalanceRules = {
  lowUsd6: usd6(M),
  targetUsd6: usd6(2 * M),
  lotMinUsd6: usd6(M / 20),
  lotMaxUsd6: usd6(5 * M),
}
const HOME = 42161
const BASE = 8453
const DOMAINS = { [HOME]: 3, [BASE]: 6 } as const

/** Two vaults and what is burned between them, beyond any process. */
function createVaults(held: Readonly<Record<number, number>>) {
  const balances = new Map(Object.entries(held).map(([chainId, usd]) => [Number(chainId), usd]))
  const burns = new Map<number, LotBurn[]>([
    [HOME, []],
    [BASE, []],
  ])
  const received = new Set<string>()
  const state = { isFinal: true, isAttested: true, nowMs: 1_750_000_000_000 }
  const add = (chainId: number, usd: number): void => void balances.set(chainId, balances.get(chainId)! + usd)
  const roadOf = (chainId: number): VaultRoad => ({
    domain: DOMAINS[chainId as keyof typeof DOMAINS],
    state: async () => ({ nextNonce: burns.get(chainId)!.length, heldUsd6: usd6(balances.get(chainId)!) }),
    sign: async () => '0x51',
    send: async (lot: RebalanceLot) => {
      // As the vault's contract: each number once, and in time.
      const mine = burns.get(chainId)!
      if (lot.nonce !== mine.length || state.nowMs > lot.deadlineMs) return
      mine.push({
        txHash: hash32(chainId * 1_000 + lot.nonce),
        timeMs: state.nowMs,
        sizeUsd6: lot.sizeUsd6,
        domain: lot.domain,
      })
      add(chainId, -lot.sizeUsd6)
    },
    burnOf: async (nonce) => (state.isFinal ? burns.get(chainId)![nonce] : undefined),
    receive: async ({ message }: AttestedBurn) => {
      if (received.has(message)) return { isFinal: true }
      received.add(message)
      add(chainId, Number(BigInt(message) & 0xffff_ffff_ffffn))
      return { isFinal: false }
    },
  })
  const bridge: BridgePort = {
    estimateMs: 10_000,
    attestationOf: async (chainId, burnTxHash) => {
      const burn = burns.get(chainId)!.find(({ txHash }) => txHash === burnTxHash)
      const body = ((BigInt(burnTxHash) << 64n) + BigInt(burn!.sizeUsd6)).toString(16)
      return state.isAttested ? { message: `0x${body}` as Hex, attestation: '0x' } : undefined
    },
  }
  return { balances, burns, received, state, roadOf, bridge }
}
type Vaults = ReturnType<typeof createVaults>

/** A process that lives for `steps` half steps; no call that it makes after that returns. */
function createLife(steps: number) {
  let left = steps
  const forever = <T>(): Promise<T> => new Promise<T>(() => undefined)
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left <= 0) return forever()
    left -= 1
    const done = await work()
    if (left <= 0) return forever()
    left -= 1
    return done
  }
  return { step, isDead: () => left <= 0 }
}

function live(vaults: Vaults, path: string, steps: number, options: { isShort?: boolean } = {}) {
  const { step, isDead } = createLife(steps)
  const adapterOf = (chainId: number): ChainAdapter => {
    const road = vaults.roadOf(chainId)
    const info: ChainInfo = {
      ...createScriptedChain().info(),
      chainId,
      isDefault: chainId === HOME,
      cctpDomain: DOMAINS[chainId as keyof typeof DOMAINS],
      vault: TEST_VAULT,
    }
    return {
      ...createScriptedChain(),
      chainId,
      info: () => info,
      road: () => ({
        domain: road.domain,
        state: () => step(road.state),
        sign: (lot) => step(() => road.sign(lot)),
        send: (lot, signatures) => step(() => road.send(lot, signatures)),
        burnOf: (nonce) => step(() => road.burnOf(nonce)),
        receive: (burn) => step(() => road.receive(burn)),
      }),
    }
  }
  const queue = createWorkQueue({ retryMs: 1, onFailure: () => undefined, onBroken: () => undefined })
  const arrived: number[] = []
  const file = openLotFile(path)
  let onEvents: Parameters<Parameters<typeof createRebalancer>[0]['engine']['onEvents']>[0] = () => undefined
  const rebalancer = createRebalancer({
    engine: {
      query: (async () => []) as never,
      onEvents: (listener) => {
        onEvents = listener
        return () => undefined
      },
    },
    chains: createChains([adapterOf(HOME), adapterOf(BASE)], {}),
    bridge: {
      ...vaults.bridge,
      attestationOf: (chainId, hash) => step(() => vaults.bridge.attestationOf(chainId, hash)),
    },
    file,
    queue,
    rules: RULES,
    lookMs: 1,
    mayMove: () => options.isShort !== true,
    onArrived: (chainId) => arrived.push(chainId),
    logger: createLogger({}),
    nowMs: () => vaults.state.nowMs,
  })
  rebalancer.start()
  const trip = (untilMs: number): void =>
    onEvents([{ events: [{ kind: 'BreakerTripped', untilMs, releasedUsd6: 0, limitUsd6: 0 }] }] as never)
  return { rebalancer, file, arrived, isDead, trip }
}

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vest-lots-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const movedOnce = ({ balances, burns, received }: Vaults): void => {
  expect([...balances]).toEqual([
    [BASE, 2 * M],
    [HOME, 8.5 * M],
  ])
  expect([burns.get(HOME)!.length, burns.get(BASE)!.length, received.size]).toEqual([1, 0, 1])
}

describe('a lot between two vaults', () => {
  const start = () => createVaults({ [HOME]: 10 * M, [BASE]: 0.5 * M })

  it.each([true, false])('moves once, wherever its process dies (file kept: %s)', async (isKept) => {
    let steps = 0
    for (let isWhole = false; !isWhole; steps += 1) {
      const vaults = start()
      const path = join(folder, `${steps}`, 'lots.json')
      const first = live(vaults, path, steps)
      await until('it has died or is done', async () => first.isDead() || first.arrived.length > 0)
      isWhole = first.arrived.length > 0
      first.rebalancer.stop()
      if (!isKept) rmSync(path, { force: true })
      const next = live(vaults, path, Number.MAX_SAFE_INTEGER)
      await until('it has arrived', async () => next.file.lots().some(({ state }) => state === 'MADE'))
      next.rebalancer.stop()
      movedOnce(vaults)
    }
    expect(steps).toBeGreaterThan(14)
  })

  it('lies in no vault while it is under way, and is told', async () => {
    const vaults = start()
    vaults.state.isAttested = false
    const { rebalancer } = live(vaults, join(folder, 'lots.json'), Number.MAX_SAFE_INTEGER)
    await until('it is burned', async () => rebalancer.underWay().length > 0)
    const [lot] = rebalancer.underWay()
    expect(lot).toMatchObject({ from: HOME, to: BASE, sizeUsd6: 1.5 * M })
    const all = [...vaults.balances.values()].reduce((sum, usd) => sum + usd, lot!.sizeUsd6)
    expect(all).toBe(10.5 * M)
    vaults.state.isAttested = true
    await until('it is made', async () => rebalancer.underWay().length === 0)
    rebalancer.stop()
    movedOnce(vaults)
  })

  it('is void where nothing took it in its time, and is planned anew under the same number', async () => {
    const vaults = start()
    const path = join(folder, 'lots.json')
    // Planned, and dead before it is sent.
    const first = live(vaults, path, 8)
    await until('it has died', async () => first.isDead())
    expect(vaults.burns.get(HOME)).toEqual([])
    expect(first.file.lots()).toMatchObject([{ state: 'PLANNED', nonce: 0 }])
    vaults.state.nowMs += 2 * REBALANCE_VALID_MS
    const next = live(vaults, path, Number.MAX_SAFE_INTEGER)
    await until('it has arrived', async () => next.file.lots().some(({ state }) => state === 'MADE'))
    next.rebalancer.stop()
    expect(next.file.lots().map(({ state, nonce }) => [state, nonce])).toEqual([
      ['VOID', 0],
      ['MADE', 0],
    ])
    movedOnce(vaults)
  })

  it.each(['PAUSED', 'RESERVES', 'BREAKER'] as const)('does not leave while %s holds', async (reason) => {
    const vaults = start()
    const path = join(folder, 'lots.json')
    if (reason === 'PAUSED') openLotFile(path).setPaused(true)
    const { rebalancer, trip } = live(vaults, path, Number.MAX_SAFE_INTEGER, {
      isShort: reason === 'RESERVES',
    })
    if (reason === 'BREAKER') trip(vaults.state.nowMs + 600_000)
    for (let looks = 0; looks < 3; looks += 1)
      expect(await rebalancer.report()).toMatchObject({ holds: reason, lots: [] })
    expect(vaults.burns.get(HOME)).toEqual([])
    rebalancer.stop()
  })
})

describe('the rules of lots', () => {
  const stand = fc.record({
    heldUsd6: fc.integer({ min: 0, max: 8 * M }),
    waitingUsd6: fc.integer({ min: 0, max: 3 * M }),
    comingUsd6: fc.constantFrom(0, M),
    isSending: fc.boolean(),
  })
  const stands = fc
    .array(stand, { minLength: 2, maxLength: 5 })
    .map((all) => all.map((each, at): VaultStand => ({ chainId: at + 1, ...each })))
  const free = ({ heldUsd6, waitingUsd6 }: VaultStand): number => heldUsd6 - waitingUsd6

  it('leave its target to a vault that gives, fill none beyond it, and end', () => {
    fc.assert(
      fc.property(stands, (all) => {
        let now = all
        for (let moves = 0; moves < 50; moves += 1) {
          const move = nextMove(now, RULES, () => false)
          if (move === undefined) return
          const [from, to] = [move.from, move.to].map((id) => now.find(({ chainId }) => chainId === id)!) as [
            VaultStand,
            VaultStand,
          ]
          expect(from.isSending).toBe(false)
          expect(free(from) - move.sizeUsd6).toBeGreaterThanOrEqual(RULES.targetUsd6)
          expect(free(to) + to.comingUsd6).toBeLessThan(RULES.lowUsd6)
          expect(free(to) + to.comingUsd6 + move.sizeUsd6).toBeLessThanOrEqual(RULES.targetUsd6)
          expect(move.sizeUsd6).toBeGreaterThanOrEqual(RULES.lotMinUsd6)
          now = now.map((each) => {
            if (each === from) return { ...each, heldUsd6: each.heldUsd6 - move.sizeUsd6 }
            return each === to ? { ...each, heldUsd6: each.heldUsd6 + move.sizeUsd6 } : each
          })
        }
        throw new Error('lots go round')
      }),
    )
  })

  it('move nothing between two of which one has a lot on its way to the other', () => {
    const all: VaultStand[] = [
      { chainId: 1, heldUsd6: 9 * M, waitingUsd6: 0, comingUsd6: 0, isSending: false },
      { chainId: 2, heldUsd6: 0, waitingUsd6: 0, comingUsd6: 0, isSending: false },
    ]
    expect(nextMove(all, RULES, () => true)).toBeUndefined()
    expect(nextMove(all, RULES, () => false)).toEqual({ from: 1, to: 2, sizeUsd6: 2 * M })
  })
})
