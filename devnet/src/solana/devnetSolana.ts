/**
 * Devnet's Solana as the start command holds it: its addresses are known from the beginning, its machine starts when
 * it is first used, and from then on with every start. Until then it costs nothing, and where this platform has no
 * such machine only its callers are told so.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WebSocket } from 'ws'
import { openDeployment, type SolanaDeployment } from './deploymentFile.ts'
import type { Mints } from './mints.ts'
import type { SolanaNode } from './solanaNode.ts'

export type SolanaGift =
  | { readonly ok: true; readonly signature: string; readonly lamports: bigint }
  | { readonly ok: false; readonly reason: 'wait'; readonly retryTimeMs: number }

export interface DevnetSolana {
  readonly deployment: SolanaDeployment
  /** It runs, or has run in the past. */
  isUsed(): boolean
  /** JSON-RPC over parsed bodies. */
  rpc(body: unknown): Promise<unknown>
  connect(socket: WebSocket): void
  faucet(address: string): Promise<SolanaGift>
  /** What makes money that was burned elsewhere; throws where the machine cannot be started. */
  mints(): Promise<Mints>
  /** Told after every transaction. */
  onTransaction(listener: () => void): () => void
  stop(): Promise<void>
}

const GIFT_USDC = 10_000_000_000n
const GIFT_INTERVAL_MS = 3_600_000
const NOT_STARTED = { code: -32603, message: 'The chain could not be started' } as const

export async function openDevnetSolana(options: {
  readonly dataDir: string
  readonly nowMs: () => number
  readonly onTrouble: (error: Error) => void
}): Promise<DevnetSolana> {
  const { dataDir, nowMs, onTrouble } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const deployment = await openDeployment(dataDir, nowMs())
  const listeners = new Set<() => void>()
  /** By this process: who restarts a laptop's network may be given to again. */
  const givenMs = new Map<string, number>()
  let opened: Promise<SolanaNode> | undefined
  let isStopped = false

  const begin = async (): Promise<SolanaNode> => {
    if (isStopped) throw new Error('the exchange is stopping')
    const { openSolanaNode } = await import('./solanaNode.ts')
    const node = await openSolanaNode({ dataDir, nowMs, onTrouble })
    node.cluster.onLanded(() => listeners.forEach((listener) => listener()))
    return node
  }
  const open = (): Promise<SolanaNode> => {
    opened ??= begin().catch((error: unknown) => {
      // The next one who asks begins again.
      opened = undefined
      throw error
    })
    return opened
  }

  return {
    deployment,
    isUsed: () => opened !== undefined || existsSync(join(dataDir, 'transactions.jsonl')),
    async rpc(body) {
      try {
        return await (await open()).rpc(body)
      } catch (error) {
        onTrouble(error as Error)
        return { jsonrpc: '2.0', id: null, error: NOT_STARTED }
      }
    },
    connect(socket) {
      // What is sent before it runs must not be lost.
      socket.pause()
      open().then(
        (node) => {
          node.connect(socket)
          socket.resume()
        },
        (error: unknown) => {
          onTrouble(error as Error)
          socket.resume()
          socket.close(1011, NOT_STARTED.message)
        },
      )
    },
    async faucet(address) {
      const retryTimeMs = (givenMs.get(address) ?? -GIFT_INTERVAL_MS) + GIFT_INTERVAL_MS
      if (nowMs() < retryTimeMs) return { ok: false, reason: 'wait', retryTimeMs }
      givenMs.set(address, nowMs())
      try {
        const node = await open()
        return { ok: true, signature: await node.give(address, GIFT_USDC), lamports: node.giftLamports }
      } catch (error) {
        givenMs.delete(address)
        throw error
      }
    },
    mints: async () => (await open()).mints,
    onTransaction(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      isStopped = true
      // One that could not be started has nothing to stop; why, was told.
      const node = await opened?.catch(() => undefined)
      await node?.stop()
    },
  }
}
