/** What the faucet gives on Solana: lamports for fees, and USDC. Ordinary transactions, signed by keys of this devnet. */
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Instruction,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { randomUUID } from 'node:crypto'
import type { Cluster } from './cluster.ts'
import { USDC_MINT } from './clusterFacts.ts'
import { BLOCKHASH_SLOTS } from './clusterTime.ts'

export const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
/** Enough for thousands of transactions and the accounts that they need. */
export const GIFT_LAMPORTS = 1_000_000_000n

export interface Gifts {
  airdrop(to: Address, amount: bigint): Promise<string>
  /** USDC, in millionths, and lamports with it. */
  usdc(to: Address, amount: bigint): Promise<string>
}

export function createGifts(cluster: Cluster): Gifts {
  const { facts, time } = cluster
  async function send(instructions: readonly Instruction[]): Promise<string> {
    const slot = time.slot()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (each) => setTransactionMessageFeePayerSigner(facts.faucet, each),
      (each) =>
        setTransactionMessageLifetimeUsingBlockhash(
          {
            blockhash: blockhash(time.blockhash(slot)),
            lastValidBlockHeight: BigInt(slot + BLOCKHASH_SLOTS),
          },
          each,
        ),
      // Two gifts of one kind in one slot would be the same transaction.
      (each) => appendTransactionMessageInstructions([...instructions, memo(randomUUID())], each),
    )
    const signed = await signTransactionMessageWithSigners(message)
    return cluster.send(new Uint8Array(getTransactionEncoder().encode(signed)))
  }
  const pay = (to: Address, amount: bigint): Instruction =>
    getTransferSolInstruction({ source: facts.faucet, destination: to, amount: lamports(amount) })
  return {
    airdrop: (to, amount) => send([pay(to, amount)]),
    async usdc(to, amount) {
      const [account] = await findAssociatedTokenPda({
        owner: to,
        mint: USDC_MINT,
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      })
      return send([
        pay(to, GIFT_LAMPORTS),
        getCreateAssociatedTokenIdempotentInstruction({
          payer: facts.faucet,
          owner: to,
          mint: USDC_MINT,
          ata: account,
        }),
        getMintToInstruction({ mint: USDC_MINT, token: account, mintAuthority: facts.mint, amount }),
      ])
    },
  }
}

export const memo = (text: string, signers: readonly Address[] = []): Instruction => ({
  programAddress: MEMO_PROGRAM,
  accounts: signers.map((signer) => ({ address: signer, role: AccountRole.READONLY_SIGNER })),
  data: new TextEncoder().encode(text),
})
