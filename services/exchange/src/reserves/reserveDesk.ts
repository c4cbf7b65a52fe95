/**
 * Once in each period the desk asks the engine what each account is owed and makes a signed statement of it: the root of a
 * Merkle-sum tree and the vaults at their newest final blocks. Statements are kept on disk; each account can ask for its leaf
 * of the newest one. The first statement is taken as soon as a vault has told what it holds.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  bytesToHex,
  formatUsd6,
  timeMs,
  usd6,
  type Address,
  type Keccak256,
  type ReservesProofResponse,
  type ReservesResponse,
  type ReservesStatement,
  type Usd6,
  type VaultReserves,
} from '@vest/protocol'
import type { ChainReserves, Clock, EngineClient } from '@vest/runtime'
import type { Chains } from '../chains.ts'
import type { Logger } from '../logger.ts'
import { newestStatement, saveStatement, statementTree, type StatementTree } from './statementFile.ts'
import { openStatementKey } from './statementKey.ts'

export interface ReserveDesk {
  /** A vault at its newest final block. */
  note(chainId: number, reserves: ChainReserves): void
  /** The newest statement, and the vaults now. */
  read(): ReservesResponse
  /** Of the newest statement. */
  proofOf(account: Address): ReservesProofResponse
  /** Takes a statement if one is due and a vault has told what it holds; true where one was taken. */
  takeIfDue(): Promise<boolean>
  stop(): void
}

export interface ReserveDeskOptions {
  readonly dir: string
  readonly engine: EngineClient
  readonly chains: Chains
  readonly clock: Clock
  readonly keccak: Keccak256
  readonly logger: Logger
  /** Between the vaults now; default: none. */
  readonly lots?: () => readonly LotUnderWay[]
  /** Default: a day of UTC. */
  readonly everyMs?: number
}

/** Burned on one chain, and not made on the other yet. */
export interface LotUnderWay {
  readonly from: number
  readonly to: number
  readonly sizeUsd6: Usd6
  readonly burnMs?: number
}

const DAY_MS = 86_400_000
const LOOK_MS = 5_000

export function openReserveDesk(options: ReserveDeskOptions): ReserveDesk {
  const { dir, engine, chains, clock, keccak, logger, everyMs = DAY_MS } = options
  const key = openStatementKey(join(dir, 'key'), keccak)
  const vaults = new Map<number, ChainReserves>()
  const found = newestStatement(dir, keccak)
  let newest: { readonly statement: ReservesStatement; readonly tree: StatementTree } | undefined = found && {
    statement: found.stored.statement,
    tree: found.tree,
  }
  let isTaking = false

  const nextMs = (): number =>
    newest === undefined ? clock.nowMs() : (Math.floor(newest.statement.time / everyMs) + 1) * everyMs
  const vaultsNow = (): VaultReserves[] =>
    [...vaults].flatMap(([chainId, { blockNumber, expectedUsd6, foundUsd6 }]) => {
      const vault = chains.adapter(chainId)?.info().vault
      const text = (amount: bigint): string => formatUsd6(usd6(Number(amount)))
      return vault === undefined
        ? []
        : [
            {
              chainId,
              vault,
              blockNumber: Number(blockNumber),
              expected: text(expectedUsd6),
              found: text(foundUsd6),
            },
          ]
    })

  const lotsNow = (): ReservesStatement['underWay'] =>
    (options.lots?.() ?? []).map(({ from, to, sizeUsd6, burnMs }) => ({
      fromChainId: from,
      toChainId: to,
      size: formatUsd6(sizeUsd6),
      since: timeMs(burnMs ?? clock.nowMs()),
    }))

  async function take(): Promise<void> {
    const { seq, owedUsd6, lackingUsd6 } = await engine.query('liabilities', {})
    const seed = bytesToHex(randomBytes(32))
    const tree = statementTree(keccak, seed, owedUsd6)
    const unsigned = {
      seq,
      time: timeMs(clock.nowMs()),
      root: tree.root.hash,
      leaves: tree.leaves,
      liabilities: formatUsd6(tree.root.sum),
      lacking: formatUsd6(lackingUsd6),
      chains: vaultsNow(),
      underWay: lotsNow(),
      signer: key.address,
    }
    const statement = { ...unsigned, signature: key.sign(unsigned) }
    saveStatement(dir, { statement, seed, owedUsd6 })
    newest = { statement, tree }
    logger.info({ seq, root: statement.root, liabilities: statement.liabilities }, 'reserves were stated')
  }

  async function takeIfDue(): Promise<boolean> {
    if (isTaking || vaults.size === 0 || clock.nowMs() < nextMs()) return false
    isTaking = true
    try {
      await take()
      return true
    } finally {
      isTaking = false
    }
  }
  const looking = setInterval(() => {
    takeIfDue().catch((error: unknown) => logger.warn({ err: error }, 'reserves could not be stated'))
  }, LOOK_MS).unref()

  return {
    note: (chainId, reserves) => void vaults.set(chainId, reserves),
    read: () => ({
      statement: newest?.statement ?? null,
      nextTime: timeMs(nextMs()),
      chains: vaultsNow(),
      underWay: lotsNow(),
    }),
    proofOf(account) {
      if (newest === undefined) return { statement: null, proof: null }
      const leaf = newest.tree.leafOf(account)
      const proof = leaf && {
        ...leaf,
        owed: formatUsd6(leaf.owed),
        path: leaf.path.map(({ hash, sum }) => ({ hash, sum: formatUsd6(sum) })),
      }
      return { statement: newest.statement, proof: proof ?? null }
    },
    takeIfDue,
    stop: () => clearInterval(looking),
  }
}
