/**
 * One validator: an HTTP server for the exchange alone. `POST /follow {seq}` copies the journal up to a command that is
 * durable there; `POST /sign {seq, chainId, id, requestArgs}` does the same and answers `{signature, seq}`, or 409
 * `{refusal, seq}`; with `isRebalance` it is asked for a lot of the vault's own money. 401 without the token, 400 for anything else, 500 `{error}` where it could not look.
 */
import { timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import { validatorDigest, type WatchedVault, type WithdrawalToSign } from '@vest/evm'
import { SOLANA_ANSWER_MS, solanaOverHttp, usd6, type Address, type Hex, type Id } from '@vest/protocol'
import { createDepositReader } from '@vest/solana'
import { exchangeCore, openNodeStorage, openReadOnlyStorage, openReplica, type Replica } from '@vest/runtime'
import {
  BaseError,
  createPublicClient,
  http,
  keccak256,
  TransactionReceiptNotFoundError,
  type Log,
  type PublicClient,
} from 'viem'
import { openDepositProofs, type CreditedDeposit } from './depositProofs.ts'
import { readLot, refusalOfLot } from './judgeRebalance.ts'
import { refusalByJournal, releaseByJournal } from './judgeWithdrawal.ts'
import { openKeyFile } from './keyFile.ts'
import type { ValidatorConfig } from './validatorConfig.ts'

export interface RunningValidator {
  readonly address: Address
  readonly url: string
  stop(): Promise<void>
}

const BODY_BYTES_MAX = 16_384
const RPC_ANSWER_MS = 10_000

export async function startValidator(
  config: ValidatorConfig,
  nowMs: () => number = Date.now,
): Promise<RunningValidator> {
  const account = openKeyFile(config.keyFile)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const watched = new Map<number, WatchedVault>(config.chains.map((chain) => [chain.chainId, chain]))
  const nodes = new Map<number, PublicClient>(
    config.chains.map(({ chainId, rpcUrl }) => [
      chainId,
      createPublicClient({ transport: http(rpcUrl, { timeout: RPC_ANSWER_MS }), cacheTime: 0 }),
    ]),
  )
  const proofs = openDepositProofs({
    path: join(config.dataDir, 'deposits.txt'),
    watched,
    unprovenChains: new Set(config.unprovenChains),
  })
  let replica: Replica | undefined
  /** Opened when it is first needed: the journal may begin after us. */
  const followed = (toSeq: number): Replica => {
    replica ??= openReplica({
      core: exchangeCore,
      source: openReadOnlyStorage(config.journal),
      own: openNodeStorage(join(config.dataDir, 'journal')),
      snapshots: openNodeStorage(join(config.dataDir, 'snapshots')),
      onCommand: proofs.note,
    })
    replica.follow(toSeq)
    return replica
  }

  const logsOf = async ({ chainId, txHash }: CreditedDeposit): Promise<readonly Log[] | undefined> => {
    try {
      const receipt = await nodes.get(chainId)!.getTransactionReceipt({ hash: txHash })
      return receipt.status === 'success' ? receipt.logs : undefined
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    }
  }

  const { solana } = config
  const readSolana =
    solana &&
    createDepositReader({
      ask: solanaOverHttp(solana.rpcUrl, (url, init) =>
        fetch(url, { ...init, signal: AbortSignal.timeout(SOLANA_ANSWER_MS) }),
      ),
      watched: solana,
      token: config.chains[0]!.token,
      keccak: (bytes) => keccak256(bytes, 'bytes'),
    })
  const solanaDepositOf = async ({ txHash }: CreditedDeposit) => readSolana?.(txHash)

  async function refusalByNodes(chainId: number): Promise<string | undefined> {
    const node = nodes.get(chainId)!
    const { vault } = watched.get(chainId)!
    const [actual, isValidator] = await Promise.all([
      node.getChainId(),
      node.readContract({
        address: vault,
        abi: vestVaultAbi,
        functionName: 'isValidator',
        args: [account.address],
      }),
    ])
    if (actual !== chainId) return `the node of chain ${chainId} speaks for chain ${actual}`
    if (!isValidator) return `the vault of chain ${chainId} does not know this validator`
    const [missing] = await proofs.prove(logsOf, solanaDepositOf)
    return missing && `deposit ${missing.id} of chain ${missing.chainId} is not on this validator's node`
  }

  async function stateOf(chainId: number) {
    const { vault, token } = watched.get(chainId)!
    const node = nodes.get(chainId)!
    const [nextNonce, held] = await Promise.all([
      node.readContract({ address: vault, abi: vestVaultAbi, functionName: 'rebalances' }),
      node.readContract({ address: token, abi: fiatTokenAbi, functionName: 'balanceOf', args: [vault] }),
    ])
    // Six decimals: tokens with others have no such road.
    return { nextNonce: Number(nextNonce), heldUsd6: usd6(Number(held)) }
  }

  async function refusalOfRebalance(asked: SignBody): Promise<string | undefined> {
    const lot = readLot(watched, asked, nowMs())
    if ('refusal' in lot) return lot.refusal
    followed(asked.seq)
    const refused = await refusalByNodes(lot.chainId)
    return refused ?? refusalOfLot(followed(asked.seq), lot, await stateOf(lot.chainId), config.keepUsd6)
  }

  async function answer(path: string, body: SignBody): Promise<{ status: number; body: object }> {
    if (path === '/follow') return { status: 200, body: { seq: followed(body.seq).seq } }
    const { chainId, id, requestArgs, seq, isRebalance } = body
    if (isRebalance === true) {
      const refusal = await refusalOfRebalance(body)
      if (refusal !== undefined) return { status: 409, body: { refusal, seq: replica?.seq } }
      return signed({ chainId, id, isRebalance })
    }
    const asked = { chainId, id, requestArgs }
    const byJournal = () => refusalByJournal(followed(seq), watched.get(chainId), asked, nowMs())
    // Once more after the nodes: the copy may have gone on while they answered, and what is signed is what was judged.
    const refused = byJournal() ?? (await refusalByNodes(chainId)) ?? byJournal()
    const at = { seq: replica?.seq }
    if (refused !== undefined) return { status: 409, body: { refusal: refused, ...at } }
    const solana = releaseByJournal(followed(seq), id)
    return signed({ chainId, id, ...(solana && { solana }) })
  }

  async function signed(what: Omit<WithdrawalToSign, 'requestArgs'>) {
    const raw = validatorDigest(what, watched.get(what.chainId)!.vault)
    const signature = await account.signMessage({ message: { raw } })
    return { status: 200, body: { signature, seq: replica?.seq } }
  }

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      send(response, 500, { error: reasonOf(error) })
    })
  })
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isAllowed(request.headers.authorization, config.token)) return send(response, 401, {})
    const path = request.url ?? ''
    const isKnown = request.method === 'POST' && (path === '/sign' || path === '/follow')
    const body = isKnown ? readBody(path, await bytesOf(request)) : undefined
    if (body === undefined) return send(response, 400, {})
    const answered = await answer(path, body)
    send(response, answered.status, answered.body)
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    address: account.address.toLowerCase() as Address,
    url: `http://${config.host}:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
      replica?.close()
    },
  }
}

interface SignBody {
  readonly seq: number
  readonly chainId: number
  readonly id: Id
  readonly requestArgs: Hex
  readonly isRebalance?: true
}

function readBody(path: string, bytes: Buffer | undefined): SignBody | undefined {
  if (bytes === undefined) return undefined
  try {
    const body = JSON.parse(bytes.toString('utf8')) as SignBody
    if (!Number.isSafeInteger(body.seq) || body.seq < 0) return undefined
    if (path === '/follow') return body
    const isHex = (text: unknown): boolean => typeof text === 'string' && /^0x[0-9a-f]*$/i.test(text)
    return Number.isSafeInteger(body.chainId) && isHex(body.id) && isHex(body.requestArgs) ? body : undefined
  } catch {
    return undefined
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Without the address of the node, which may hold a key of this validator's operator. */
const reasonOf = (error: unknown): string =>
  error instanceof BaseError ? error.shortMessage : (error as Error).message

function isAllowed(header: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
