/** What one validator is told by its own operator: a JSON file; paths in it are relative to the file. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { solanaPublicKey, type Address } from '@vest/protocol'

export interface ValidatorChain {
  readonly chainId: number
  /** A node that this validator trusts, not one that the exchange names. */
  readonly rpcUrl: string
  readonly vault: Address
  readonly token: Address
  readonly decimals: number
}

/** Deposits from Solana are looked up there. */
export interface ValidatorSolana {
  /** A node that this validator trusts. */
  readonly rpcUrl: string
  /** The mint, and the token account that deposits come to. */
  readonly usdc: string
  readonly vaultTokenAccount: string
}

export interface ValidatorConfig {
  readonly host: string
  /** 0 = a free one. */
  readonly port: number
  /** What the exchange shows as bearer token. */
  readonly token: string
  readonly keyFile: string
  /** Where the copy of the journal and its snapshots lie. */
  readonly dataDir: string
  /** Folder of the journal that is copied; read only. */
  readonly journal: string
  readonly chains: readonly ValidatorChain[]
  /** Absent: this validator has no node of Solana; deposits from there stop it, unless they are taken at the exchange's word. */
  readonly solana?: ValidatorSolana
  /** Chains whose deposits are taken at the exchange's word, because this validator has no node of them. */
  readonly unprovenChains: readonly number[]
  /** What a lot for another chain leaves in a vault besides what waits there, in micro-USDC. */
  readonly keepUsd6: number
}

/** Unless it is told otherwise. */
const KEEP_USD6 = 250_000_000_000

/** Throws in one sentence. */
export function readValidatorConfig(path: string): ValidatorConfig {
  const at = (name: string): string => resolve(dirname(path), name)
  const told = parse(path)
  const text = (name: keyof ValidatorConfig): string => {
    const value = told[name]
    if (typeof value !== 'string' || value === '') throw new Error(`${path} must say "${name}".`)
    return value
  }
  const port = told.port ?? 0
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${path}: "port" is no port.`)
  if (text('token').length < 32) throw new Error(`${path}: "token" must have 32 characters or more.`)
  if (!Array.isArray(told.chains) || told.chains.length === 0)
    throw new Error(`${path} must name one of "chains".`)
  const chains = told.chains.map((chain) => checkedChain(path, chain))
  const unprovenChains = told.unprovenChains ?? []
  const keepUsd6 = told.keepUsd6 ?? KEEP_USD6
  if (!Number.isSafeInteger(keepUsd6) || keepUsd6 < 0) throw new Error(`${path}: "keepUsd6" is no sum.`)
  const both = chains.find(({ chainId }) => unprovenChains.includes(chainId))
  if (both !== undefined)
    throw new Error(`${path} names chain ${both.chainId} in "chains" and in "unprovenChains".`)
  return {
    host: told.host ?? '127.0.0.1',
    port,
    token: text('token'),
    keyFile: at(text('keyFile')),
    dataDir: at(text('dataDir')),
    journal: at(text('journal')),
    chains,
    ...(told.solana === undefined ? {} : { solana: checkedSolana(path, told.solana) }),
    unprovenChains,
    keepUsd6,
  }
}

function parse(path: string): Partial<ValidatorConfig> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<ValidatorConfig>
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${(error as Error).message}`, { cause: error })
  }
}

function checkedSolana(path: string, { rpcUrl, usdc, vaultTokenAccount }: ValidatorSolana): ValidatorSolana {
  const isKey = (text: unknown): boolean => typeof text === 'string' && solanaPublicKey(text) !== undefined
  if (!URL.canParse(rpcUrl) || !isKey(usdc) || !isKey(vaultTokenAccount))
    throw new Error(`${path}: "solana" needs rpcUrl, usdc and vaultTokenAccount.`)
  return { rpcUrl, usdc, vaultTokenAccount }
}

function checkedChain(path: string, chain: ValidatorChain): ValidatorChain {
  const { chainId, rpcUrl, vault, token, decimals } = chain
  const isAddress = (value: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(value)
  if (!Number.isInteger(chainId) || !URL.canParse(rpcUrl) || !isAddress(vault) || !isAddress(token))
    throw new Error(`${path}: a chain needs chainId, rpcUrl, vault and token.`)
  if (!Number.isInteger(decimals) || decimals < 6 || decimals > 18)
    throw new Error(`${path}: "decimals" of chain ${chainId} must be 6 to 18.`)
  const lower = (value: string): Address => value.toLowerCase() as Address
  return { chainId, rpcUrl, decimals, vault: lower(vault), token: lower(token) }
}
