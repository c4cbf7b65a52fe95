import {
  attestationDigest,
  bytesToHex,
  completeBurnMessage,
  hexToBytes,
  readBurnMessage,
  readRebalance,
  rebalanceArgs,
  rebalanceRelease,
  usd6,
  validatorHash,
  type Hex,
  type RebalanceLot,
} from '@vest/protocol'
import { keccak256, parseEventLogs } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { vestMessengerAbi, vestVaultAbi } from './index.ts'
import { CHAIN_ID, refusal, startVaultWorld, type VaultWorld } from './testing/vaultWorld.ts'

const keccak = (bytes: Uint8Array): Uint8Array => keccak256(bytes, 'bytes')
const HELD = 10_000_000_000_000n
const BASE = 6
const HOME = 3

let world: VaultWorld
let snapshot: Hex
beforeAll(async () => {
  world = await startVaultWorld()
  await world.mint(world.vault, HELD)
})
afterAll(() => world.stop())
beforeEach(async () => {
  snapshot = await world.snapshot()
})
afterEach(() => world.restore(snapshot))

const lotOf = async (changes: Partial<RebalanceLot> = {}): Promise<RebalanceLot> => ({
  nonce: 0,
  deadlineMs: ((await world.timeS()) + 600) * 1_000,
  domain: BASE,
  token: world.usdc.toLowerCase() as Hex,
  sizeUsd6: usd6(300_000_000),
  chainId: CHAIN_ID,
  ...changes,
})
const signed = async (lot: RebalanceLot): Promise<readonly [Hex, Hex]> => {
  const args = rebalanceArgs(lot)
  const release = bytesToHex(rebalanceRelease(keccak256(hexToBytes(args)), keccak))
  const hash = bytesToHex(validatorHash(release, world.vault, CHAIN_ID, keccak))
  return [args, await world.personalSign('validator', hash)]
}
const send = async (lot: RebalanceLot) => world.call('stranger', 'rebalance', await signed(lot))
const receive = async (message: Hex, by = world.attester) => {
  const attestation = await by.sign({ hash: bytesToHex(attestationDigest(message, keccak)) })
  return world.senders.stranger.call({
    address: world.messenger,
    abi: vestMessengerAbi,
    functionName: 'receiveMessage',
    args: [message, attestation],
  })
}
/** What a vault of Base would have burned for this one, as this chain's own lot says it with the domains changed. */
async function messageHome(amount = 300_000_000n): Promise<Hex> {
  const { logs } = await send(await lotOf({ sizeUsd6: usd6(Number(amount)) }))
  const [said] = parseEventLogs({ abi: vestMessengerAbi, eventName: 'MessageSent', logs })
  const bytes = hexToBytes(completeBurnMessage(said!.args.message, `0x${'11'.repeat(32)}`))
  const view = new DataView(bytes.buffer)
  view.setUint32(4, BASE)
  view.setUint32(8, HOME)
  return bytesToHex(bytes)
}

describe('a lot of the vault', () => {
  it('is burned for this very address on the other chain, once per number', async () => {
    const lot = await lotOf()
    expect(readRebalance(rebalanceArgs(lot))).toEqual(lot)
    const { logs } = await send(lot)
    expect(await world.balanceOf(world.vault)).toBe(HELD - 300_000_000n)
    const [sent] = parseEventLogs({ abi: vestVaultAbi, eventName: 'Rebalanced', logs })
    const id = keccak256(hexToBytes(rebalanceArgs(lot)))
    expect(sent!.args).toMatchObject({ nonce: 0n, id, domain: BASE, size: 300_000_000n })
    const [said] = parseEventLogs({ abi: vestMessengerAbi, eventName: 'MessageSent', logs })
    expect(readBurnMessage(said!.args.message)).toMatchObject({
      sourceDomain: HOME,
      destinationDomain: BASE,
      amount: 300_000_000n,
      withdrawalId: id,
      mintRecipient: `0x${world.vault.slice(2).toLowerCase().padStart(64, '0')}`,
    })
    expect(await refusal(send(lot))).toBe('AlreadyProcessed')
    // Another lot of the same number, signed as well: one of two that were signed is all that leaves.
    expect(await refusal(send({ ...lot, sizeUsd6: usd6(1_000_000) }))).toBe('AlreadyProcessed')
    await send({ ...lot, nonce: 1 })
  })

  it('is refused without the quorum, for Solana, late, on another chain, beyond the cap, and while the vault is paused', async () => {
    const [args, signature] = await signed(await lotOf())
    const other = rebalanceArgs(await lotOf({ sizeUsd6: usd6(300_000_001) }))
    expect(await refusal(world.call('keeper', 'rebalance', [other, signature]))).toBe(
      'InvalidValidatorSignature',
    )
    const asWithdrawal = await world.personalSign(
      'validator',
      bytesToHex(validatorHash(keccak256(args), world.vault, CHAIN_ID, keccak)),
    )
    expect(await refusal(world.call('keeper', 'rebalance', [args, asWithdrawal]))).toBe(
      'InvalidValidatorSignature',
    )
    for (const [changes, error] of [
      [{ domain: 5 }, 'InvalidDomain'],
      [{ deadlineMs: 1 }, 'ExpiredRequest'],
      [{ chainId: 8453 }, 'WrongChain'],
      [{ nonce: 1 }, 'AlreadyProcessed'],
      [{ sizeUsd6: usd6(0) }, 'SizeTooSmall'],
      [{ sizeUsd6: usd6(1_000_000_000_001) }, 'TransactionCapExceeded'],
    ] as const)
      expect(await refusal(send(await lotOf(changes)))).toBe(error)
    await world.call('guardian', 'pause')
    expect(await refusal(world.call('keeper', 'rebalance', [args, signature]))).toBe('PausedVault')
    expect(await world.balanceOf(world.vault)).toBe(HELD)
  })

  it('is made once from an attested message, and from no other', async () => {
    const message = await messageHome()
    const before = await world.balanceOf(world.vault)
    expect(await refusal(receive(message, world.keys.stranger))).toBe('InvalidAttestation')
    const changed = (at: number, byte: number): Hex => {
      const bytes = hexToBytes(message)
      bytes[at] = byte
      return bytesToHex(bytes)
    }
    // Another destination, another sender, another minter, a caller, another token, no address: each rightly attested.
    for (const at of [11, 75, 107, 139, 183, 184])
      expect(await refusal(receive(changed(at, 0xee)))).toBe('InvalidMessage')
    await receive(message)
    expect(await world.balanceOf(world.vault)).toBe(before + 300_000_000n)
    expect(await refusal(receive(message))).toBe('AlreadyReceived')
    expect(await world.balanceOf(world.vault)).toBe(before + 300_000_000n)
  })
})
