/**
 * The validators of a devnet: child processes, one by default, each with a folder of its own (key, copy of the journal,
 * snapshots) under `data/validators`. Nothing waits for them: a withdrawal that needs one that is not there yet is asked for again. One
 * that ends is started again, and none outlives the exchange.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  devnetNetwork,
  devnetRpcPath,
  type DevnetChains,
  type DevnetRoles,
  type SolanaDeployment,
} from '@vest/devnet'
import { remoteValidator, type RemoteValidator } from '@vest/evm'
import type { Logger } from '@vest/exchange'
import { CHAIN_SOLANA, type Address } from '@vest/protocol'
import { journalFolder, type EngineClient } from '@vest/runtime'

export interface Validators {
  readonly signers: readonly RemoteValidator[]
  /** Starts the processes; `url` is where the exchange answers for its chains. */
  run(url: string): void
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./validator.mjs', import.meta.url))
const FOLLOW_EVERY_MS = 10_000
const RESTART_MS = 1_000
const RESTART_MS_MAX = 30_000
const STOP_MS = 3_000

const folderOf = (dataDir: string, place: number): string => join(dataDir, 'validators', String(place + 1))

/**
 * Who decides over the vaults of a devnet that begins: their keys are made where the process of the exchange never reads them,
 * those of validators by the validators' own program.
 */
export const devnetRoles = (dataDir: string, count: number): DevnetRoles => ({
  operatorsDir: join(dataDir, 'operators'),
  validators: () =>
    Promise.all(
      Array.from({ length: count }, async (_, place) => {
        const folder = folderOf(dataDir, place)
        // Of a first start that was interrupted: no vault knows it.
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const made = await promisify(execFile)(process.execPath, [PROGRAM, '--new-key', join(folder, 'key')])
        return made.stdout.trim() as Address
      }),
    ),
  quorum: Math.floor(count / 2) + 1,
})

interface Child {
  readonly folder: string
  process?: ChildProcess
  url?: string
  restartMs: number
  timer?: NodeJS.Timeout
}

export function openValidators(options: {
  readonly dataDir: string
  readonly chains: DevnetChains
  readonly solana: SolanaDeployment
  readonly engine: EngineClient
  readonly logger: Logger
}): Validators {
  const { dataDir, chains, solana, engine, logger } = options
  /** Shown to them by this start alone. */
  const token = randomBytes(32).toString('hex')
  const durableSeq = async (): Promise<number> => (await engine.caughtUp()).seq
  const parts = chains.main.keys.validators.map((address, place) => {
    const child: Child = { folder: folderOf(dataDir, place), restartMs: RESTART_MS }
    const where = () => (child.url === undefined ? undefined : { url: child.url, token })
    return { child, signer: remoteValidator({ address, place: where, durableSeq }) }
  })
  const signers = parts.map(({ signer }) => signer)
  let following: NodeJS.Timeout | undefined
  let isStopping = false

  function launch(child: Child): void {
    const started = spawn(process.execPath, [PROGRAM, join(child.folder, 'config.json')], {
      // A terminal's Ctrl-C reaches us, and we stop it in order; none of our secrets is in its environment.
      detached: true,
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child.process = started
    let said = ''
    started.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)))
    started.on('message', ({ url }: { readonly url: string }) => {
      child.url = url
      child.restartMs = RESTART_MS
    })
    const ended = (reason: string): void => {
      if (child.process !== started) return
      delete child.process
      delete child.url
      if (isStopping) return
      logger.error({ folder: child.folder, reason }, 'a validator ended; it is started again')
      child.timer = setTimeout(() => launch(child), child.restartMs)
      child.restartMs = Math.min(2 * child.restartMs, RESTART_MS_MAX)
    }
    started.once('error', (error) => ended(error.message))
    started.once('exit', () => ended(said.trim()))
  }

  return {
    signers,
    run(url) {
      if (isStopping) return
      for (const { child } of parts) {
        const { usdc, vaultTokenAccount } = solana
        writeConfig(child.folder, {
          token,
          journal: journalFolder(dataDir),
          chains: chainsOf(chains, url),
          solana: { rpcUrl: `${url}${devnetRpcPath(CHAIN_SOLANA)}`, usdc, vaultTokenAccount },
        })
        launch(child)
      }
      following = setInterval(() => signers.forEach((signer) => void signer.follow()), FOLLOW_EVERY_MS)
    },
    async stop() {
      isStopping = true
      clearInterval(following)
      await Promise.all(
        parts.map(async ({ child }) => {
          clearTimeout(child.timer)
          if (child.process !== undefined) await end(child.process)
        }),
      )
    },
  }
}

function writeConfig(folder: string, told: object): void {
  const config = { host: '127.0.0.1', port: 0, keyFile: 'key', dataDir: '.', ...told }
  const text = JSON.stringify(config, undefined, 2)
  writeFileSync(join(folder, 'config.json'), `${text}\n`, { mode: 0o600 })
}

/** The default chain's node itself; the others are reached through the exchange, which starts them. */
const chainsOf = (chains: DevnetChains, url: string): object[] =>
  chains.chainIds.map((chainId) => {
    const { usdc, vault } = chains.addresses(chainId)
    const rpcUrl = chainId === chains.main.chainId ? chains.main.rpcUrl : `${url}${devnetRpcPath(chainId)}`
    return { chainId, rpcUrl, vault, token: usdc, decimals: devnetDecimals(chainId) }
  })

const devnetDecimals = (chainId: number): number => (devnetNetwork(chainId)?.token === 'bridged' ? 18 : 6)

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const gone = once(process, 'exit')
  process.kill('SIGTERM')
  const impatience = setTimeout(() => process.kill('SIGKILL'), STOP_MS)
  await gone
  clearTimeout(impatience)
}
