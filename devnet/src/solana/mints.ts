/**
 * The far end of withdrawals to Solana: money that was burned on the default chain is made here, once. There are no
 * programs of ours in this cluster, so what a program would check is checked before the mint's key signs: form, domains,
 * the contract that burned, and the attestation. That it happens once the chain itself says: each message has an account of
 * its own, made in the same transaction as the money, and no account can be made twice.
 */
import { createHash } from 'node:crypto'
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createAddressWithSeed,
  createTransactionMessage,
  getAddressDecoder,
  getAddressEncoder,
  getBase58Encoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
} from '@solana/kit'
import { getCreateAccountWithSeedInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import {
  attestationDigest,
  CCTP_DOMAIN_HOME,
  CCTP_DOMAIN_SOLANA,
  bytesToHex,
  hexToBytes,
  readBurnMessage,
  type BurnMessage,
  type Hex,
} from '@vest/protocol'
import { recoverAddress } from 'viem'
import { keccak256 } from '@vest/sdk'
import type { AttestedBurn } from '@vest/runtime'
import type { Cluster } from './cluster.ts'
import { USDC_MINT } from './clusterFacts.ts'
import { BLOCKHASH_SLOTS } from './clusterTime.ts'
import { memo } from './gifts.ts'
import { TOKEN_PROGRAMS, tokenAccountOf } from './tokenAccounts.ts'
import { TransactionRefusedError } from './transactionRefusedError.ts'

/** What the mint believes: one contract on the other side, one attester. */
export interface MintTrust {
  readonly messenger: string
  readonly burnToken: string
  readonly attester: string
}

export interface Mints {
  recipientOf(owner: string): Promise<{ readonly mintRecipient: Hex } | { readonly refusal: string }>
  deliver(
    burn: AttestedBurn,
    owner: string,
    trust: MintTrust,
  ): Promise<{ readonly txHash: Hex; readonly isFinal: boolean }>
}

/** A message that the mint does not believe. */
export class UnbelievedMessageError extends Error {
  override readonly name = 'UnbelievedMessageError'
}

const SEED_LENGTH = 32

export function createMints(cluster: Cluster): Mints {
  const { facts, time } = cluster
  let running: Promise<unknown> = Promise.resolve()
  const tokenAccountFor = async (owner: Address): Promise<Address> => {
    const [account] = await findAssociatedTokenPda({
      owner,
      mint: USDC_MINT,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    return account
  }

  async function recipientOf(text: string) {
    const owner = address(text)
    const own = cluster.account(owner)
    if (own !== undefined && (TOKEN_PROGRAMS.has(own.owner) || own.executable))
      return { refusal: 'That is no wallet on Solana: give the address of the wallet itself' }
    const account = await tokenAccountFor(owner)
    const raw = cluster.account(account)
    const held = raw && tokenAccountOf(raw)
    if (held !== undefined && (held.mint !== USDC_MINT || held.owner !== owner || held.state === 'frozen'))
      return { refusal: 'The USDC account of this wallet cannot receive' }
    return { mintRecipient: bytesToHex(new Uint8Array(getAddressEncoder().encode(account))) }
  }

  async function believe({ message, attestation }: AttestedBurn, trust: MintTrust): Promise<BurnMessage> {
    const read = readBurnMessage(message)
    const attester = await recoverAddress({
      hash: bytesToHex(attestationDigest(message, keccak256)),
      signature: attestation,
    }).catch(() => undefined)
    const isRight =
      read !== undefined &&
      attester?.toLowerCase() === trust.attester.toLowerCase() &&
      read.sourceDomain === CCTP_DOMAIN_HOME &&
      read.destinationDomain === CCTP_DOMAIN_SOLANA &&
      read.sender === wordOf(trust.messenger) &&
      read.burnToken === wordOf(trust.burnToken) &&
      BigInt(read.nonce) !== 0n
    if (!isRight) throw new UnbelievedMessageError('the mint on Solana does not believe that message')
    return read
  }

  /** Signed by the mint, which signs nothing else. */
  const landed = (marker: Address) =>
    cluster
      .transactionsOf(marker)
      .find(({ fault, keys }) => fault === undefined && keys[0] === facts.mint.address)

  async function make({ nonce, mintRecipient, amount, withdrawalId }: BurnMessage, owner: Address) {
    // The seed of the cluster keeps the marker's address secret: no other transaction can create it first.
    const seed = createHash('sha256').update(`${facts.seed}:${nonce}`).digest('hex').slice(0, SEED_LENGTH)
    const marker = await createAddressWithSeed({
      baseAddress: facts.mint.address,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
      seed,
    })
    const before = landed(marker)
    if (before !== undefined) return before
    const account = getAddressDecoder().decode(hexToBytes(mintRecipient))
    if (account !== (await tokenAccountFor(owner)))
      throw new UnbelievedMessageError('the message names an account of another wallet')
    const slot = time.slot()
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (each) => setTransactionMessageFeePayerSigner(facts.mint, each),
        (each) =>
          setTransactionMessageLifetimeUsingBlockhash(
            {
              blockhash: blockhash(time.blockhash(slot)),
              lastValidBlockHeight: BigInt(slot + BLOCKHASH_SLOTS),
            },
            each,
          ),
        (each) =>
          appendTransactionMessageInstructions(
            [
              getCreateAccountWithSeedInstruction({
                payer: facts.mint,
                newAccount: marker,
                base: facts.mint.address,
                seed,
                amount: cluster.rentExempt(0),
                space: 0,
                programAddress: SYSTEM_PROGRAM_ADDRESS,
              }),
              getCreateAssociatedTokenIdempotentInstruction({
                payer: facts.mint,
                owner,
                mint: USDC_MINT,
                ata: account,
              }),
              getMintToInstruction({ mint: USDC_MINT, token: account, mintAuthority: facts.mint, amount }),
              memo(`Vest withdrawal ${withdrawalId}`),
            ],
            each,
          ),
      ),
    )
    try {
      await cluster.send(new Uint8Array(getTransactionEncoder().encode(transaction)))
    } catch (error) {
      if (!(error instanceof TransactionRefusedError)) throw error
      throw new UnbelievedMessageError(`the mint on Solana was refused: ${error.message}`)
    }
    return landed(marker)
  }

  return {
    recipientOf,
    async deliver(burn, owner, trust) {
      const message = await believe(burn, trust)
      // One after the other: two of the same message see each other.
      const mine = running.then(() => make(message, address(owner)))
      running = mine.catch(() => undefined)
      const made = await mine
      if (made === undefined) throw new UnbelievedMessageError('the mint on Solana did not take place')
      const signature = new Uint8Array(getBase58Encoder().encode(made.parts.signature))
      return { txHash: bytesToHex(signature), isFinal: made.slot <= time.finalSlot() }
    },
  }
}

const wordOf = (evmAddress: string): Hex => `0x${evmAddress.slice(2).toLowerCase().padStart(64, '0')}`
