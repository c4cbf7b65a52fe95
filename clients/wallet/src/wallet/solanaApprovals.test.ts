import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  base64Of,
  buildTransfer,
  bytesOfBase64,
  compileTransaction,
  readCompiledTransaction,
  SOLANA_USDC_MINT,
  solanaPublicKey,
  type FrameAnswer,
  type SolanaTransfer,
} from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { CONFIG, createFrameWorld, signIn, type FrameWorld } from '../testing/frameWorld.ts'

const STRANGER = 'So11111111111111111111111111111111111111112'
const BLOCKHASH = SOLANA_USDC_MINT
const refusal = (failure: string) => ({ name: 'FrameRefusal', failure })

async function signedIn() {
  const world = createFrameWorld()
  const { solanaAddress: from } = await signIn(world)
  const paying = (change: Partial<SolanaTransfer> = {}): Uint8Array =>
    buildTransfer(
      { from, to: STRANGER, token: 'SOL', amount: 1_000_000_000n, ...change },
      { blockhash: BLOCKHASH, unitLimit: 1_000, unitPrice: 300_000 },
      sha256,
    )
  return { world, from, paying }
}
const ask = (world: FrameWorld, bytes: Uint8Array, change: object = {}) =>
  world.frame.run('solana.approve', {
    chain: 'solana:mainnet',
    transaction: base64Of(bytes),
    ...change,
  }) as Promise<FrameAnswer<'solana.approve'>>

describe('transactions of Solana in the wallet', () => {
  it('[2.38] [3.15] signs after a press, and the very bytes that were shown', async () => {
    const { world, from, paying } = await signedIn()
    const bytes = paying()
    await expect(ask(world, bytes)).rejects.toMatchObject(refusal('userExited'))
    world.approves = true
    const { signedTransaction, feeLamports } = await ask(world, bytes)
    expect(world.solanaShown[1]).toMatchObject({
      kind: 'described',
      fault: undefined,
      feeLamports: 14_000n,
      sends: [{ token: 'SOL', amount: 1_000_000_000n, to: STRANGER }],
    })
    const signed = readCompiledTransaction(bytesOfBase64(signedTransaction)!)!
    expect(signed.messageBytes).toEqual(readCompiledTransaction(bytes)!.messageBytes)
    expect(ed25519.verify(signed.signatures[0]!, signed.messageBytes, solanaPublicKey(from)!)).toBe(true)
    expect(feeLamports).toBe('14000')
  })

  it('[7.31] signs nothing that it cannot read, whatever is pressed', async () => {
    const { world, from, paying } = await signedIn()
    world.approves = true
    const foreign = compileTransaction(from, BLOCKHASH, [
      { program: STRANGER, accounts: [], data: new Uint8Array([1]) },
    ])
    const ofAnother = paying({ from: CONFIG.solana!.depositAddress })
    for (const bytes of [foreign, ofAnother, paying().subarray(0, -1), new Uint8Array(3)])
      await expect(ask(world, bytes)).rejects.toMatchObject(refusal('unsupportedTransaction'))
    expect(world.solanaShown.every(({ kind }) => kind === 'unknown')).toBe(true)
  })

  it('[9.8] signs nothing that the chain would refuse, or that there is no money for', async () => {
    const { world, paying } = await signedIn()
    world.approves = true
    world.identity.solana.logs = ['Program log: Error: insufficient funds']
    await expect(ask(world, paying())).rejects.toMatchObject(refusal('userExited'))
    expect(world.solanaShown.at(-1)).toMatchObject({ fault: 'funds' })
    world.identity.solana.logs = ['Program failed']
    await expect(ask(world, paying())).rejects.toMatchObject(refusal('transactionFails'))
    world.identity.solana.logs = undefined
    world.identity.solana.lamports = 7
    await expect(ask(world, paying())).rejects.toMatchObject(refusal('userExited'))
    expect(world.solanaShown.at(-1)).toMatchObject({ missing: [{ amount: 1_000_013_993n }] })
  })

  it('[8.64] asks no question about another chain, without a session, or while it asks something else', async () => {
    const { world, paying } = await signedIn()
    await expect(ask(world, paying(), { chain: 'solana:testnet' })).rejects.toMatchObject(
      refusal('unsupportedChain'),
    )
    let press = (): void => undefined
    world.reads = new Promise((resolve) => (press = resolve))
    const first = ask(world, paying())
    await expect.poll(() => world.solanaShown.length).toBe(1)
    await expect(ask(world, paying())).rejects.toMatchObject(refusal('invalidRequest'))
    press()
    await expect(first).rejects.toMatchObject(refusal('userExited'))
    world.identity.revoke()
    const shown = world.solanaShown.length
    await expect(ask(world, paying())).rejects.toBeDefined()
    expect(world.solanaShown).toHaveLength(shown)
  })
})
