/** Registration by contract wallets (ERC-1271): which chains are asked, what is recorded, and each refusal. */
import { bytesToHex, signerProofDigest, type Hex, REFUSAL } from '@vest/protocol'
import type { ContractSignature } from '@vest/runtime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createScriptedChain,
  TEST_CHAIN_ID,
  TEST_VAULT,
  type ScriptedChain,
} from '../testing/scriptedChain.ts'
import { keccak, testKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'

const signing = testKey(0x11)
const WALLET: Hex = `0x${'c0'.repeat(20)}`
const PROOF: Hex = `0x01${'ab'.repeat(65)}`
const DAY_MS = 86_400_000

describe('[7.2] [T5] POST /register by a contract wallet', () => {
  let world: TestWorld
  let answer: ContractSignature | Error
  const asked: { account: string; digest: string; signature: string }[] = []
  beforeEach(async () => {
    world = await startTestWorld({ isLimited: true })
    answer = 'accepted'
    asked.length = 0
    world.chain.contractSignature = async (account, digest, signature) => {
      asked.push({ account, digest, signature })
      if (answer instanceof Error) throw answer
      return answer
    }
  })
  afterEach(() => world.stop())

  const register = async (overrides: object = {}) =>
    world.call('POST', '/register', {
      body: {
        signingAddr: signing.address,
        primaryAddr: WALLET,
        expiryTime: world.clock.nowMs() + DAY_MS,
        networkType: 0,
        signature: PROOF,
        ...overrides,
      },
    })

  it('asks the contract over the digest of the vault of its chain, and records which chain answered', async () => {
    expect((await register({ signature: PROOF.toUpperCase().replace('0X', '0x') })).status).toBe(200)
    const digest = bytesToHex(
      signerProofDigest(TEST_VAULT, signing.address, world.clock.nowMs() + DAY_MS, keccak),
    )
    expect(asked).toEqual([{ account: WALLET, digest, signature: PROOF }])
    expect(await world.engine.query('signers', {})).toMatchObject([
      { account: WALLET, proofSignature: PROOF, verifyingContract: TEST_VAULT, proofChainId: TEST_CHAIN_ID },
    ])
    expect(await world.engine.query('account', { account: WALLET })).toMatchObject({
      proofChainId: TEST_CHAIN_ID,
    })
  })

  it('is refused by name: no contract on a watched chain, a contract that declines, a chain that is away', async () => {
    answer = 'absent'
    expect((await register()).body.code).toBe(REFUSAL.CONTRACT_WALLET_UNKNOWN)
    // As long as what a key makes: it is a key’s wrong signature.
    expect((await register({ signature: PROOF.slice(0, 132) })).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
    answer = 'declined'
    expect((await register()).body.code).toBe(REFUSAL.CONTRACT_WALLET_DECLINED)
    answer = new Error('away')
    expect((await register()).status).toBe(503)
    expect(await world.engine.query('signers', {})).toEqual([])
  })

  it('where contracts of two chains disagree it is refused; a known one is asked where it was opened, and there alone', async () => {
    const chainId = 8453
    let elsewhere: ContractSignature | Error = 'declined'
    const scripted = createScriptedChain()
    const other: ScriptedChain = {
      ...scripted,
      chainId,
      info: () => ({ ...scripted.info(), chainId, isDefault: false }),
      contractSignature: async () => {
        if (elsewhere instanceof Error) throw elsewhere
        return elsewhere
      },
    }
    await world.stop()
    world = await startTestWorld({ isLimited: true, chains: [other, world.chain] })
    expect((await register()).body.code).toBe(REFUSAL.CONTRACT_WALLET_DECLINED)
    // A chain that cannot be asked may be the one that declines.
    elsewhere = new Error('away')
    expect((await register()).status).toBe(503)
    expect(await world.engine.query('signers', {})).toEqual([])
    elsewhere = 'absent'
    expect((await register()).status).toBe(200)
    expect(await world.engine.query('account', { account: WALLET })).toMatchObject({
      proofChainId: TEST_CHAIN_ID,
    })
    // Deployed there later by another owner, it has no say in this account.
    elsewhere = 'accepted'
    answer = 'declined'
    expect((await register()).body.code).toBe(REFUSAL.CONTRACT_WALLET_DECLINED)
    elsewhere = 'declined'
    answer = 'accepted'
    expect((await register({ expiryTime: world.clock.nowMs() + 2 * DAY_MS })).status).toBe(200)
  })

  it('no contract is asked about what is no bytes, is too long, or is of an account that a key opened', async () => {
    for (const signature of ['0xzz', `${PROOF}0`, 'yes'])
      expect((await register({ signature })).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
    expect((await register({ signature: `0x${'ab'.repeat(2_049)}` })).status).toBe(422)
    const primary = testKey(0x22)
    const expiryTime = world.clock.nowMs() + DAY_MS
    const opened = await register({
      primaryAddr: primary.address,
      expiryTime,
      signature: primary.approveSigner(TEST_VAULT, signing.address, expiryTime),
    })
    expect(opened.status).toBe(200)
    expect((await register({ primaryAddr: primary.address })).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
    expect(asked).toEqual([])
  })

  it('wrong answers are counted as wrong signatures are: the address waits', async () => {
    answer = 'declined'
    const codes = new Set<unknown>()
    for (let n = 0; n < 25; n += 1) codes.add((await register()).body.code)
    expect(codes).toEqual(new Set([REFUSAL.CONTRACT_WALLET_DECLINED, REFUSAL.TOO_MANY_REQUESTS]))
  })
})
