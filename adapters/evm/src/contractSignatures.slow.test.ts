/** One contract wallet on a chain: what the reader makes of its answers, and what the vault does. */
import { bytesToHex, signatureProof, signerProofDigest, type Address, type Hex } from '@vest/protocol'
import { chainOf } from '@vest/contracts'
import { keccak256, type Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileContract } from '../../../contracts/src/compile.ts'
import {
  CHAIN_ID,
  refusal,
  startVaultWorld,
  type VaultWorld,
} from '../../../contracts/src/testing/vaultWorld.ts'
import { contractSignatures } from './contractSignatures.ts'

const MOODS = { honest: 0, reverting: 1, burning: 2, chattering: 3 } as const
const EXPIRY_MS = 4_000_000_000_000
const keccak = (bytes: Uint8Array): Uint8Array => keccak256(bytes, 'bytes')

let world: VaultWorld
let wallet: Address
const artifact = compileContract('testing/OwnedWallet.sol', 'OwnedWallet')

beforeAll(async () => {
  world = await startVaultWorld()
  wallet = await world.senders.deployer.deploy({ ...artifact, args: [world.keys.trader.address] })
  await world.mint(world.vault, 1_000_000_000n)
})
afterAll(() => world.stop())

const setMood = (mood: keyof typeof MOODS) =>
  world.senders.deployer.call({
    address: wallet,
    abi: artifact.abi as Abi,
    functionName: 'setMood',
    args: [MOODS[mood]],
  })
const digest = (): Hex =>
  bytesToHex(signerProofDigest(world.vault, world.keys.session.address, EXPIRY_MS, keccak))
const signedBy = async (by: 'trader' | 'stranger'): Promise<Hex> =>
  `0x01${(await world.keys[by].sign({ hash: digest() })).slice(2)}`
const ask = async (account: Address, signature: Hex) =>
  contractSignatures(chainOf(CHAIN_ID, world.rpcUrl), world.rpcUrl)(account, digest(), signature)

describe('ERC-1271', () => {
  it('is accepted by its magic word alone; anything else it does has declined, and where nothing stands is told apart', async () => {
    const good = await signedBy('trader')
    expect(await ask(wallet, good)).toBe('accepted')
    expect(await ask(wallet, await signedBy('stranger'))).toBe('declined')
    expect(await ask(wallet, '0x')).toBe('declined')
    expect(await ask(world.keys.stranger.address, good)).toBe('absent')
    // A contract that knows no such call.
    expect(await ask(world.usdc, good)).toBe('declined')
    for (const mood of ['reverting', 'burning', 'chattering'] as const) {
      await setMood(mood)
      expect(await ask(wallet, good), mood).toBe('declined')
    }
    await setMood('honest')
  })

  it('gives no answer while the node is away', async () => {
    const away = contractSignatures(chainOf(CHAIN_ID, 'http://127.0.0.1:1'), 'http://127.0.0.1:1')
    await expect(away(wallet, digest(), '0x01')).rejects.toThrow()
  })

  it('the vault pays what a signing key asks that the contract has approved, and no other', async () => {
    const { session } = world.keys
    const request = await world.request({ account: wallet, recipient: wallet, size: 5_000_000 })
    const payload = await world.approve(request, { signer: session.address })
    const signed = { ...payload, signature: await world.personalSign('session', payload.id) }
    const proven = (proof: Hex) => ({
      ...signed,
      signatureProof: signatureProof(proof, session.address, EXPIRY_MS),
    })
    const good = await signedBy('trader')
    expect(await refusal(world.withdraw(proven(await signedBy('stranger'))))).toBe('InvalidSignature')
    expect(await refusal(world.withdraw(proven('0x')))).toBe('InvalidSignature')
    for (const mood of ['reverting', 'burning', 'chattering'] as const) {
      await setMood(mood)
      expect(await refusal(world.withdraw(proven(good))), mood).toBe('InvalidSignature')
    }
    await setMood('honest')
    await world.withdraw(proven(good))
    expect(await world.balanceOf(wallet)).toBe(5_000_000n)
  })

  it('an address without a contract is never asked: a key’s own signature counts there as before', async () => {
    const { session, trader } = world.keys
    const request = await world.request({ size: 1_000_000 })
    const payload = await world.approve(request, { signer: session.address })
    const signed = { ...payload, signature: await world.personalSign('session', payload.id) }
    const wrapped = signatureProof(await signedBy('trader'), session.address, EXPIRY_MS)
    expect(await refusal(world.withdraw({ ...signed, signatureProof: wrapped }))).toBe('InvalidSignature')
    await world.withdraw({
      ...signed,
      signatureProof: await world.proof('trader', session.address, EXPIRY_MS),
    })
    expect(await world.balanceOf(trader.address)).toBe(1_000_000n)
  })
})
