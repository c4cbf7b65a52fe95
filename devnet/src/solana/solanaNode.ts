/** One cluster with everything that is asked of it: RPC over HTTP and WebSocket, and gifts. */
import type { Address } from '@solana/kit'
import type { WebSocket } from 'ws'
import { createRpcAnswers } from './answerRpc.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { createGifts, GIFT_LAMPORTS } from './gifts.ts'
import { createMints, type Mints } from './mints.ts'
import { createRpcMethods } from './rpcMethods.ts'
import { serveSubscriptions } from './subscriptions.ts'

export interface SolanaNode {
  readonly cluster: Cluster
  rpc(body: unknown): Promise<unknown>
  connect(socket: WebSocket): void
  /** USDC in millionths, and lamports; resolves with the signature. */
  give(to: string, amount: bigint): Promise<string>
  /** What comes with them. */
  readonly giftLamports: bigint
  readonly mints: Mints
  stop(): Promise<void>
}

export async function openSolanaNode(options: {
  readonly dataDir: string
  readonly nowMs: () => number
  readonly onTrouble: (error: Error) => void
}): Promise<SolanaNode> {
  const cluster = await openCluster(options)
  const gifts = createGifts(cluster)
  const rpc = createRpcAnswers({
    methods: createRpcMethods({ cluster, airdrop: gifts.airdrop }),
    onTrouble: options.onTrouble,
  })
  return {
    cluster,
    rpc,
    connect: (socket) => serveSubscriptions({ cluster, socket, answer: rpc }),
    give: (to, amount) => gifts.usdc(to as Address, amount),
    giftLamports: GIFT_LAMPORTS,
    mints: createMints(cluster),
    stop: () => cluster.stop(),
  }
}
