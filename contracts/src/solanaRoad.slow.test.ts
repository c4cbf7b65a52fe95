import { bytesToHex, readBurnMessage, solanaRelease, validatorHash, type Hex } from '@vest/protocol'
import { concat, keccak256, parseEventLogs } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployVault, fiatTokenAbi, vestMessengerAbi, vestVaultAbi } from './index.ts'
import { CHAIN_ID, refusal, startVaultWorld, type Payload, type VaultWorld } from './testing/vaultWorld.ts'

const keccak = (bytes: Uint8Array): Uint8Array => keccak256(bytes, 'bytes')
const WALLET = `0x${'33'.repeat(32)}` as const
const TOKEN_ACCOUNT = `0x${'44'.repeat(32)}` as const

let world: VaultWorld
let snapshot: Hex
beforeAll(async () => {
  world = await startVaultWorld()
  await world.mint(world.vault, 10_000_000_000_000n)
})
afterAll(() => world.stop())
beforeEach(async () => {
  snapshot = await world.snapshot()
})
afterEach(() => world.restore(snapshot))

/** An approved withdrawal of 100 USDC to Solana. */
async function approved(isVouched = false): Promise<Payload> {
  const payload = await world.approve(await world.request({ recipient: WALLET, chainId: 0 }))
  const release = bytesToHex(solanaRelease(payload.id, TOKEN_ACCOUNT, isVouched, keccak))
  const hash = bytesToHex(validatorHash(release, world.vault, CHAIN_ID, keccak))
  const signature = await world.personalSign('validator', hash)
  return { ...payload, isSolanaNative: isVouched, validatorSignature: concat([TOKEN_ACCOUNT, signature]) }
}
const send = (payload: Payload, by: 'keeper' | 'stranger' | 'trader' = 'stranger', vault = world.vault) =>
  world.call(by, 'withdrawSolana', world.withdrawArgs(payload), vault)
const supply = (): Promise<bigint> =>
  world.senders.deployer.reader.readContract({
    address: world.usdc,
    abi: fiatTokenAbi,
    functionName: 'totalSupply',
  })

describe('the road to Solana', () => {
  it('[3.10] [9.8] burns the sum once and says so in a message that names the token account', async () => {
    const payload = await approved()
    const before = await supply()
    const { logs } = await send(payload, 'keeper')
    expect(before - (await supply())).toBe(99_500_000n)
    expect(await world.balanceOf(world.vault)).toBe(10_000_000_000_000n - 99_500_000n)
    const [sent] = parseEventLogs({ abi: vestVaultAbi, eventName: 'SentToSolana', logs })
    expect(sent!.args).toMatchObject({
      id: payload.id,
      recipient: WALLET,
      mintRecipient: TOKEN_ACCOUNT,
      size: 100_000_000n,
      fee: 500_000n,
    })
    const [said] = parseEventLogs({ abi: vestMessengerAbi, eventName: 'MessageSent', logs })
    expect(readBurnMessage(said!.args.message)).toMatchObject({
      sourceDomain: 3,
      destinationDomain: 5,
      sender: `0x${world.messenger.slice(2).padStart(64, '0')}`,
      mintRecipient: TOKEN_ACCOUNT,
      amount: 99_500_000n,
      withdrawalId: payload.id,
    })
    expect(await refusal(send(payload))).toBe('AlreadyProcessed')
    expect(await world.read<boolean[]>('getCompletedTransactions', [[payload.id]])).toEqual([true])
  })

  it('takes no other token account than the one that the validator named', async () => {
    const payload = await approved()
    const other = concat([`0x${'45'.repeat(32)}`, `0x${payload.validatorSignature.slice(66)}`])
    expect(await refusal(send({ ...payload, validatorSignature: other }))).toBe('InvalidValidatorSignature')
    expect(await refusal(send({ ...payload, isSolanaNative: true }))).toBe('InvalidValidatorSignature')
  })

  it('asks for the signature of the request also where the validator vouches for the account', async () => {
    const payload = await approved(true)
    const signature = await world.personalSign('stranger', payload.id)
    expect(await refusal(send({ ...payload, signature }))).toBe('InvalidSignature')
    // The key that signed is the account's by the validator's word alone.
    const { stranger } = world.keys
    await send({ ...payload, signer: stranger.address, signature })
  })

  it('is no way for {withdraw}, and closed where the vault knows no messenger', async () => {
    const payload = await approved()
    expect(await refusal(world.withdraw(payload))).not.toBe('')
    const { admin, guardian, validator, keeper } = world.keys
    const vault = await deployVault({
      sender: world.senders.deployer,
      token: world.usdc,
      roles: {
        admin: admin.address,
        guardian: guardian.address,
        validators: [validator.address],
        quorum: 1,
        keeper: keeper.address,
      },
    })
    expect(await refusal(send(payload, 'stranger', vault))).toBe('NotAllowedWithdraw')
  })
})
