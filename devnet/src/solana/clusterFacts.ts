/**
 * What one devnet's Solana cluster is: when it began, its keys, and the accounts that stand in it from the beginning. Made
 * at its first start and kept in a file that only its owner can read. The tokens have the addresses that they have on the
 * real network, as EVM chains have their real ids; that a wallet sends nothing there by mistake is seen to by the
 * blockhash, which only this cluster knows.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import {
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  lamports,
  type Address,
  type KeyPairSigner,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getMintEncoder,
  getTokenEncoder,
  AccountState,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { LiteSVM } from 'litesvm'
import { writeDurably } from '../chain/durableFile.ts'

export const USDC_MINT = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v')
export const USDT_MINT = address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB')
export const TOKEN_DECIMALS = 6

const ROLES = ['faucet', 'mint', 'vault'] as const
type Role = (typeof ROLES)[number]

export interface ClusterFacts {
  readonly genesisMs: number
  readonly seed: string
  /** Pays for gifts. */
  readonly faucet: KeyPairSigner
  /** May make USDC and USDT. */
  readonly mint: KeyPairSigner
  /** Owns what was deposited. */
  readonly vault: KeyPairSigner
  /** Of the vault, for USDC: where deposits go. */
  readonly vaultTokenAccount: Address
}

interface StoredFacts {
  readonly genesisMs: number
  readonly seed: string
  readonly keys: Readonly<Record<Role, string>>
}

export async function openClusterFacts(path: string, nowMs: number): Promise<ClusterFacts> {
  if (!existsSync(path)) {
    const keys = Object.fromEntries(ROLES.map((role) => [role, randomBytes(32).toString('hex')]))
    const fresh = { genesisMs: nowMs, seed: randomBytes(16).toString('hex'), keys }
    await writeDurably(path, `${JSON.stringify(fresh, undefined, 2)}\n`, 0o600)
  }
  const stored = JSON.parse(readFileSync(path, 'utf8')) as StoredFacts
  const signer = (role: Role): Promise<KeyPairSigner> => {
    const key = stored.keys[role]
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error(`${path} holds no key of the ${role}.`)
    return createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(Buffer.from(key, 'hex')))
  }
  const vault = await signer('vault')
  const [vaultTokenAccount] = await findAssociatedTokenPda({
    owner: vault.address,
    mint: USDC_MINT,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  return {
    genesisMs: stored.genesisMs,
    seed: stored.seed,
    faucet: await signer('faucet'),
    mint: await signer('mint'),
    vault,
    vaultTokenAccount,
  }
}

/** Lamports of accounts that are there from the beginning. */
const MINT_LAMPORTS = lamports(1_461_600n)
const TOKEN_ACCOUNT_LAMPORTS = lamports(2_039_280n)
const FAUCET_LAMPORTS = lamports(10n ** 15n)
const VAULT_LAMPORTS = lamports(10n ** 10n)
const SYSTEM = address('11111111111111111111111111111111')

/** The same in every start, so that whatever is executed after it comes out the same. */
export function setGenesis(svm: LiteSVM, facts: ClusterFacts): void {
  const set = (at: Address, balance: ReturnType<typeof lamports>, owner: Address, data: Uint8Array): void =>
    svm.setAccount({
      address: at,
      lamports: balance,
      programAddress: owner,
      executable: false,
      space: BigInt(data.length),
      data,
    })
  for (const mint of [USDC_MINT, USDT_MINT])
    set(
      mint,
      MINT_LAMPORTS,
      TOKEN_PROGRAM_ADDRESS,
      new Uint8Array(
        getMintEncoder().encode({
          mintAuthority: facts.mint.address,
          supply: 0n,
          decimals: TOKEN_DECIMALS,
          isInitialized: true,
          freezeAuthority: facts.mint.address,
        }),
      ),
    )
  set(
    facts.vaultTokenAccount,
    TOKEN_ACCOUNT_LAMPORTS,
    TOKEN_PROGRAM_ADDRESS,
    new Uint8Array(
      getTokenEncoder().encode({
        mint: USDC_MINT,
        owner: facts.vault.address,
        amount: 0n,
        delegate: null,
        state: AccountState.Initialized,
        isNative: null,
        delegatedAmount: 0n,
        closeAuthority: null,
      }),
    ),
  )
  set(facts.faucet.address, FAUCET_LAMPORTS, SYSTEM, new Uint8Array())
  set(facts.mint.address, FAUCET_LAMPORTS, SYSTEM, new Uint8Array())
  set(facts.vault.address, VAULT_LAMPORTS, SYSTEM, new Uint8Array())
}
