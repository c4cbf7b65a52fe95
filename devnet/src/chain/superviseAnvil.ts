/**
 * Keeps one anvil alive on one address until `stop`: one that ends is started again from the last save, and so is one
 * that lives and is of no use, because it does not answer (a call without end holds its lock: it reads and never
 * mines) or no longer holds the chain's own first block.
 */
import { existsSync } from 'node:fs'
import type { Hex } from '@vest/protocol'
import { startAnvil, type AnvilOptions, type AnvilProcess } from './anvilProcess.ts'
import { jsonRpc } from './jsonRpc.ts'
import { keepOneGenesis } from './oneGenesis.ts'
import { privateLoopback } from './privateLoopback.ts'
import { restoreSavedState } from './savedState.ts'

/** More restarts than this within a minute are not bad luck. */
const RESTARTS_PER_MINUTE_MAX = 5
/** A machine that was asleep, or is very busy, makes one look late; it does not make two in a row late. */
const MISSES_MAX = 2
export const PROBE_EVERY_MS = 5_000
export const PROBE_ANSWER_MS = 10_000
/** An address without a key: its balance of 0 is set to 0, which takes the lock that a block needs. */
const PROBED_ADDRESS = '0x00000000000000000000000000000000000bea72'

export interface AnvilSupervisor {
  readonly rpcUrl: string
  pids(): readonly number[]
  /** From now on it must be this chain. */
  expectGenesis(hash: Hex): void
  stop(): Promise<void>
}

export interface SuperviseOptions {
  readonly chainId: number
  readonly stateFile: string
  /** Of the chain that was saved; absent before the first. */
  readonly genesisHash?: Hex | undefined
  readonly onPids?: ((pids: readonly number[]) => void) | undefined
  readonly onRestart?: ((said: string) => void) | undefined
  readonly onFailure?: ((reason: Error) => void) | undefined
  readonly onNotice?: ((text: string) => void) | undefined
  readonly probe?: { readonly everyMs: number; readonly answerMs: number } | undefined
  readonly start?: (options: AnvilOptions) => Promise<AnvilProcess>
}

export async function superviseAnvil(options: SuperviseOptions): Promise<AnvilSupervisor> {
  const { stateFile, start = startAnvil } = options
  const { everyMs, answerMs } = options.probe ?? { everyMs: PROBE_EVERY_MS, answerMs: PROBE_ANSWER_MS }
  let { genesisHash } = options
  let stopping = false
  let restartsMs: number[] = []
  let node = await launch({ host: await privateLoopback() })
  const { port, rpcUrl } = node
  const { hostname: host } = new URL(rpcUrl)
  let watching = watch(node)
  let probing: NodeJS.Timeout | undefined
  /** By us, because of what a probe found. */
  let ended: AnvilProcess | undefined
  probeSoon()

  async function launch(at: Pick<AnvilOptions, 'host' | 'port'>): Promise<AnvilProcess> {
    if (genesisHash !== undefined) {
      const restored = await restoreSavedState(stateFile, genesisHash)
      if (restored !== undefined) options.onNotice?.(restored)
    }
    await keepOneGenesis(stateFile)
    const started = await start({
      chainId: options.chainId,
      ...at,
      ...(existsSync(stateFile) ? { stateFile } : {}),
    })
    options.onPids?.([started.pid])
    return started
  }

  async function watch(current: AnvilProcess): Promise<void> {
    const said = await current.exited
    if (stopping) return
    const nowMs = performance.now()
    restartsMs = [...restartsMs.filter((timeMs) => nowMs - timeMs < 60_000), nowMs]
    try {
      if (restartsMs.length > RESTARTS_PER_MINUTE_MAX)
        throw new Error(`the local chain ended ${restartsMs.length} times within a minute: ${said}`)
      node = await launch({ host, port })
      if (stopping) return await node.stop()
      watching = watch(node)
      options.onRestart?.(said)
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error))
      if (!options.onFailure) throw reason
      options.onFailure(reason)
    }
  }

  // ---------------------------------------------------------------- probing

  function probeSoon(misses = 0, before?: AnvilProcess): void {
    probing = setTimeout(() => {
      // One that was ended is followed by another soon; a young one has missed nothing.
      if (node === ended) probeSoon()
      else void probe(node === before ? misses : 0, node)
    }, everyMs).unref()
  }

  async function probe(misses: number, probed: AnvilProcess): Promise<void> {
    const fault = await faultOf()
    if (stopping) return
    const isOver = fault === 'another chain' || (fault === 'silent' && misses + 1 >= MISSES_MAX)
    if (isOver && probed === node) {
      options.onNotice?.(
        fault === 'silent'
          ? `the local chain has not answered for ${(answerMs * MISSES_MAX) / 1_000} s: it is started again`
          : 'the local chain has lost its first block: it is started again from its last save',
      )
      ended = probed
      probed.kill()
    }
    probeSoon(fault === undefined || isOver ? 0 : misses + 1, probed)
  }

  async function faultOf(): Promise<'silent' | 'another chain' | undefined> {
    try {
      await jsonRpc(rpcUrl, 'anvil_setBalance', [PROBED_ADDRESS, '0x0'], answerMs)
      const first = await jsonRpc<{ hash: Hex } | null>(
        rpcUrl,
        'eth_getBlockByNumber',
        ['0x0', false],
        answerMs,
      )
      return genesisHash !== undefined && first?.hash !== genesisHash ? 'another chain' : undefined
    } catch {
      return 'silent'
    }
  }

  return {
    rpcUrl,
    pids: () => [node.pid],
    expectGenesis: (hash) => (genesisHash = hash),
    stop: async () => {
      stopping = true
      clearTimeout(probing)
      await node.stop()
      await watching
    },
  }
}
