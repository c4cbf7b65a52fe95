/** Money in and out over HTTP and the bridge: deposits once, withdrawals NEW → VERIFIED → FILLED, refunds late. */
import {
  REFUSAL,
  abiEncode,
  actionHash,
  bytesToHex,
  signatureProof,
  transfersResponse,
  usd6,
  withdrawAllowanceResponse,
  type Hex,
  type SignedWithdraw,
} from '@vest/protocol'
import { UnsignableWithdrawalError, WithdrawalRefusedError } from '@vest/evm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash32, TEST_CHAIN_ID, TEST_USDC, TEST_VAULT } from '../testing/scriptedChain.ts'
import { keccak, testKey, type TestKey } from '../testing/testKeys.ts'
import type { ExchangeOptions } from '../startExchange.ts'
import { SET_A, startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const USDC = 1_000_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

describe('transfers', () => {
  let world: TestWorld
  let trader: Trader
  const begin = async (options: Partial<ExchangeOptions> = {}) => {
    world = await startTestWorld(options)
    trader = await world.trader(0x31, 200_000)
  }
  beforeEach(() => begin())
  afterEach(() => world.stop())

  let nonce = 100
  const withdrawal = (overrides: object = {}, signer: TestKey = trader.signing) => {
    nonce += 1
    const order = {
      time: world.clock.nowMs(),
      nonce,
      recipient: trader.primary.address,
      token: 'USDC',
      size: 100 * USDC,
      chainId: TEST_CHAIN_ID,
      ...overrides,
    }
    const action = {
      kind: 'withdraw',
      ...order,
      size: Number(order.size),
      account: trader.primary.address,
      token: TEST_USDC,
    } as SignedWithdraw
    return { order, signature: signer.signAction(action), action }
  }
  const post = async ({ order, signature }: { order: object; signature: Hex }, extra: object = {}) =>
    world.call('POST', '/transfer/withdraw', { key: trader.apiKey, body: { order, signature, ...extra } })
  const rows = async (query = '', key = trader.apiKey) =>
    transfersResponse.parse((await world.call('GET', `/transfer?${query}`, { key })).body)
  const row = async (id: string) => (await rows(`id=${id}`))[0]!

  describe('a quote', () => {
    const quote = async (query: Record<string, string | number>) => {
      const text = new URLSearchParams({ chainId: String(TEST_CHAIN_ID), size: '100', ...(query as object) })
      return (await world.call('GET', `/transfer/withdraw/quote?${text}`, { key: trader.apiKey })).body
    }

    it('[9.7] says what arrives, and whether it leaves at once or in twelve hours', async () => {
      const { withdrawFee } = (await world.call('GET', '/transfer/chains')).body[0]
      const fee = Number(withdrawFee)
      expect(await quote({})).toEqual({
        available: '0.000000',
        otherChains: [],
        chainId: TEST_CHAIN_ID,
        size: '100.000000',
        fee: withdrawFee,
        receive: (100 - fee).toFixed(6),
        quick: true,
        eligibleTime: null,
        estimatedSeconds: 60,
        validRecipient: true,
      })
      const later = {
        quick: false,
        eligibleTime: world.clock.nowMs() + 12 * HOUR_MS,
        estimatedSeconds: 43_260,
      }
      expect(await quote({ size: '50000' })).toMatchObject(later)
      expect(await quote({ size: '49999.999999' })).toMatchObject({ quick: true })
      expect((await post(withdrawal({ size: 20_000 * USDC }))).status).toBe(200)
      expect(await quote({ size: '29999.999999' })).toMatchObject({ quick: true })
      expect(await quote({ size: '30000' })).toMatchObject(later)
    })

    it('[9.7] follows the parameters of the exchange, as the allowance does', async () => {
      await world.submit({
        kind: 'ChangeParameters',
        exchange: { quickWithdrawalUsd6: usd6(10_000 * USDC), withdrawalDelayMs: DAY_MS },
      })
      const later = { quick: false, eligibleTime: world.clock.nowMs() + DAY_MS, estimatedSeconds: 86_460 }
      expect(await quote({ size: '10000' })).toMatchObject(later)
      expect(await quote({ size: '9999.999999' })).toMatchObject({ quick: true })
      const { body } = await world.call('GET', '/transfer/withdraw/allowance', { key: trader.apiKey })
      expect(withdrawAllowanceResponse.parse(body)).toMatchObject({
        quickThreshold: '10000.000000',
        quickRemaining: '10000.000000',
        delayMs: DAY_MS,
      })
    })

    it('is what then happens, to strangers and to those whom the primary key has named', async () => {
      const stranger = testKey(0x99).address
      expect(await quote({ recipient: stranger })).toMatchObject({ quick: false, validRecipient: true })
      expect((await post(withdrawal({ recipient: stranger }, trader.primary))).status).toBe(200)
      expect(await quote({ recipient: stranger })).toMatchObject({ quick: true })
    })

    it('[9.7] tells what the vault can pay now, beside what was promised there, and nothing where it cannot be asked', async () => {
      Object.assign(world.chain, { vaultBalanceUsd6: async () => usd6(150 * USDC) })
      expect(await quote({})).toMatchObject({ available: '150.000000', otherChains: [] })
      expect((await post(withdrawal())).status).toBe(200)
      expect(await quote({})).toMatchObject({ available: '50.000000', otherChains: [] })
      Object.assign(world.chain, { vaultBalanceUsd6: () => Promise.reject(new Error('no node')) })
      expect(await quote({})).toMatchObject({ available: null, otherChains: [] })
    })

    it('tells a recipient that could not be paid', async () => {
      for (const recipient of [
        TEST_VAULT,
        TEST_USDC,
        `0x${'0'.repeat(40)}`,
        '0x12',
        'So11111111111111111111111111111111111111112',
      ])
        expect(await quote({ recipient }), recipient).toMatchObject({ validRecipient: false })
    })

    it.each([
      [{ chainId: 5 }, 1130],
      [{ chainId: 'x' }, 1130],
      [{ size: '0.999999' }, 1130],
      [{ size: '1.0000001' }, 1111],
      [{ size: '-5' }, 1130],
      [{ size: '1e3' }, 1130],
      [{ size: '9'.repeat(30) }, 1130],
    ])('of %j is refused with %i', async (query, code) => {
      expect((await quote(query)).code).toBe(code)
    })
  })

  it('[7.21] the vault of every chain is where deposits go', async () => {
    const chains = (await world.call('GET', '/transfer/chains')).body
    const { body } = await world.call('GET', '/transfer/deposit/addresses', { key: trader.apiKey })
    expect(body).toEqual(
      chains.map((chain: { chainId: number; networkType: number; vault: string; minDeposit: string }) => ({
        chainId: chain.chainId,
        networkType: chain.networkType,
        address: chain.vault,
        memo: null,
        tokens: ['USDC'],
        minDeposit: chain.minDeposit,
      })),
    )
  })

  it('[7.21] [3.9] a deposit is credited once, whatever the watcher repeats', async () => {
    const other = await world.trader(0x41, 0)
    const log = world.chain.depositLog({ from: other.primary.address })
    for (let i = 0; i < 3; i += 1) await world.chain.events!.onDeposit(log)
    const [deposit, ...more] = await rows('', other.apiKey)
    expect(more).toEqual([])
    expect(deposit).toMatchObject({
      id: log.id,
      orderType: 'DEPOSIT',
      status: 'FILLED',
      size: '1000.000000',
      chainId: TEST_CHAIN_ID,
      token: 'USDC',
      code: null,
      requestArgs: null,
      signature: null,
      validatorSignature: null,
      txHash: log.txHash,
      eligibleTime: null,
    })
    const account = async () => (await world.call('GET', '/account', { key: other.apiKey })).body
    expect([(await account()).collateral, (await account()).withdrawable]).toEqual([
      '1000.000000',
      '0.000000',
    ])
    await world.chain.events!.onDepositFinal(log.id, log.blockHash)
    await world.chain.events!.onDeposit(log)
    expect((await account()).withdrawable).toBe('1000.000000')
  })

  it('a deposit names an account, else its sender; before registration the money waits', async () => {
    const later = testKey(0x51)
    const log = world.chain.depositLog({ from: trader.primary.address, to: later.address })
    await world.chain.events!.onDeposit(log)
    expect(await rows(`id=${log.id}`)).toEqual([])
    const registered = await world.trader(0x51, 0)
    expect(await rows('', registered.apiKey)).toMatchObject([{ id: log.id, status: 'FILLED' }])
    await world.chain.events!.onDeposit(log)
    expect(await rows('', registered.apiKey)).toHaveLength(1)
  })

  it('a block that disappears takes its soft credit back', async () => {
    const other = await world.trader(0x41, 0)
    const log = world.chain.depositLog({ from: other.primary.address })
    await world.chain.events!.onDeposit(log)
    await world.chain.events!.onDepositOrphaned(log.id)
    expect(await rows('', other.apiKey)).toMatchObject([
      { status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED },
    ])
    expect((await world.call('GET', '/account', { key: other.apiKey })).body.collateral).toBe('0.000000')
  })

  it('[7.22] [4.7] the validator signs, the row carries what the contract needs, completion fills it', async () => {
    const request = withdrawal()
    const { status, body } = await post(request)
    const id = bytesToHex(actionHash(request.action, keccak))
    expect([status, body]).toEqual([200, { id }])
    await until(async () => (await row(id)).status === 'VERIFIED')
    const registration = (await world.engine.query('signers', {}))[0]!
    const verified = await row(id)
    expect(verified).toMatchObject({
      orderType: 'WITHDRAW',
      size: '100.000000',
      nonce: request.order.nonce,
      signer: trader.signing.address,
      signature: request.signature,
      recipient: trader.primary.address,
      validatorSignature: `0x${'5a'.repeat(65)}`,
      signatureProof: signatureProof(
        registration.proofSignature,
        trader.signing.address,
        registration.expiryTimeMs,
      ),
    })
    expect(bytesToHex(keccak(Buffer.from(verified.requestArgs!.slice(2), 'hex')))).toBe(id)
    expect(world.chain.signed).toEqual([id])
    await world.chain.events!.onWithdrawalCompleted(id, hash32(5))
    await world.chain.events!.onWithdrawalCompleted(id, hash32(5))
    expect(await row(id)).toMatchObject({ status: 'FILLED', txHash: hash32(5) })
    expect((await world.call('GET', '/account', { key: trader.apiKey })).body.collateral).toBe(
      '199900.000000',
    )
  })

  it('[6.5] wire 56: an account of the capital programme hears 1149, and has no withdrawals', async () => {
    const sim = await world.trader(0x61, 0)
    const { address } = sim.primary
    const amountUsd6 = usd6(1_000 * USDC)
    await world.submit({
      kind: 'OpenSimAccount',
      account: address,
      ownerId: trader.primary.address,
      amountUsd6,
    })
    trader = sim
    const { status, body } = await post(withdrawal())
    expect([status, body.code, body.msg]).toEqual([400, 1149, 'Not available for this account'])
    expect(await rows()).toEqual([])
  })

  it('takes size as number and as text, token by name and by address', async () => {
    for (const overrides of [
      {},
      { size: String(100 * USDC) },
      { token: TEST_USDC },
      { token: TEST_USDC.toUpperCase().replace('0X', '0x') },
    ])
      expect((await post(withdrawal(overrides))).status).toBe(200)
  })

  it('[8.52] the same request again is 5010, and so is its nonce', async () => {
    const request = withdrawal()
    expect((await post(request)).status).toBe(200)
    expect((await post(request)).body.code).toBe(REFUSAL.TRANSFER_DUPLICATE)
    expect((await post(withdrawal({ nonce: request.order.nonce, size: USDC }))).body.code).toBe(
      REFUSAL.TRANSFER_DUPLICATE,
    )
    expect(await rows('orderType=WITHDRAW')).toHaveLength(1)
  })

  it.each([
    ['an unknown chain', { chainId: 324 }, [400, 1130]],
    ['Solana with an EVM recipient', { chainId: 0 }, [400, 1130]],
    ['an unknown token', { token: 'USDT' }, [400, 1130]],
    ['less than a dollar', { size: USDC - 1 }, [400, 1130]],
    ['a recipient that is none', { recipient: '0x12' }, [400, 1130]],
    ['the zero address', { recipient: `0x${'0'.repeat(40)}` }, [400, 1130]],
    ['the vault itself', { recipient: TEST_VAULT }, [400, 1130]],
    ['the token', { recipient: TEST_USDC }, [400, 1130]],
    ['a fraction', { size: 1.5 }, [422, 1130]],
    ['a size with decimals', { size: '1.5' }, [422, 1130]],
    ['a size beyond 2^53', { size: '9007199254740993' }, [400, 1130]],
    ['a late time', { time: 1 }, [400, 1132]],
    ['a nonce below zero', { nonce: -1 }, [400, 1023]],
  ])('[8.59] refuses %s', async (_name, overrides, expected) => {
    const request = withdrawal()
    const { status, body } = await post({ ...request, order: { ...request.order, ...overrides } })
    expect([status, body.code]).toEqual(expected)
  })

  it('[8.7] the signature covers every field', async () => {
    const request = withdrawal()
    for (const [field, value] of [
      ['size', 101 * USDC],
      ['recipient', testKey(9).address],
      ['nonce', 1],
      ['time', world.clock.nowMs() - 1],
    ] as const)
      expect((await post({ ...request, order: { ...request.order, [field]: value } })).body.code).toBe(
        REFUSAL.INVALID_SIGNATURE,
      )
    expect((await post(withdrawal({}, testKey(0x61)))).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
    expect(await rows('orderType=WITHDRAW')).toEqual([])
  })

  it('[8.50] more than there is becomes REJECTED with 5002', async () => {
    const { body } = await post(withdrawal({ size: 200_001 * USDC }))
    expect(await row(body.id)).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED,
    })
    expect(world.chain.signed).toEqual([])
  })

  it('a strange recipient waits twelve hours when a signing key signs, not when the primary key does', async () => {
    const recipient = testKey(0x71).address
    const first = (await post(withdrawal({ recipient }))).body.id
    expect((await row(first)).eligibleTime).toBe(world.clock.nowMs() + 12 * HOUR_MS)
    const byPrimary = (await post(withdrawal({ recipient }, trader.primary))).body.id
    await until(async () => (await row(byPrimary)).status === 'VERIFIED')
    expect(await row(byPrimary)).toMatchObject({ signatureProof: '0x', signer: trader.primary.address })
    // Named once by the primary key: trusted from now on.
    const third = (await post(withdrawal({ recipient }))).body.id
    expect((await row(third)).eligibleTime).toBe(null)
    expect((await row(first)).status).toBe('NEW')
    world.clock.advance(12 * HOUR_MS)
    await world.submit({ kind: 'TickTimer' })
    await until(async () => (await row(first)).status === 'VERIFIED')
  })

  it('[9.7] the allowance shows what leaves quickly; from 50,000 on it takes twelve hours', async () => {
    const allowance = async () =>
      withdrawAllowanceResponse.parse(
        (await world.call('GET', '/transfer/withdraw/allowance', { key: trader.apiKey })).body,
      )
    expect(await allowance()).toEqual({
      withdrawable: '200000.000000',
      quickThreshold: '50000.000000',
      used24h: '0.000000',
      quickRemaining: '50000.000000',
      windowMs: DAY_MS,
      delayMs: 12 * HOUR_MS,
    })
    const quick = (await post(withdrawal({ size: 49_999 * USDC }))).body.id
    const slow = (await post(withdrawal({ size: USDC }))).body.id
    expect((await row(quick)).eligibleTime).toBe(null)
    expect((await row(slow)).eligibleTime).toBe(world.clock.nowMs() + 12 * HOUR_MS)
    expect(await allowance()).toMatchObject({ used24h: '50000.000000', quickRemaining: '0.000000' })
  })

  it('execute = true: the keeper sends once; less than the fee is refused', async () => {
    expect((await post(withdrawal({ size: USDC }), { execute: true })).status).toBe(200)
    await until(async () => world.chain.executed.length === 1)
    const [payload] = world.chain.executed
    expect(payload).toMatchObject({
      signer: trader.signing.address,
      validatorSignature: `0x${'5a'.repeat(65)}`,
    })
    // NEW until the chain says that it is paid: the trader has nothing to confirm.
    expect((await row(payload!.id)).status).toBe('NEW')
    await world.chain.events!.onWithdrawalCompleted(payload!.id, hash32(6))
    expect((await row(payload!.id)).status).toBe('FILLED')
  })

  it('[4.7] what the vault refuses for good is tried once, then the account may call; after the deadline it is refunded', async () => {
    world.chain.executeError = new WithdrawalRefusedError('ExpiredSignerAccount')
    const { id } = (await post(withdrawal(), { execute: true })).body
    await until(async () => (await row(id)).status === 'VERIFIED')
    expect(await row(id)).toMatchObject({ validatorSignature: `0x${'5a'.repeat(65)}` })
    expect(world.chain.executed).toHaveLength(1)
    await world.chain.events!.onFinalTime(world.clock.nowMs() + 7 * DAY_MS + 1)
    expect(await row(id)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    expect((await world.call('GET', '/account', { key: trader.apiKey })).body.collateral).toBe(
      '200000.000000',
    )
  })

  it('what the vault refuses for now stays NEW and is tried again', async () => {
    world.chain.executeError = new WithdrawalRefusedError('PausedVault')
    const { id } = (await post(withdrawal(), { execute: true })).body
    await until(async () => world.chain.executed.length >= 1)
    expect((await row(id)).status).toBe('NEW')
    world.chain.executeError = undefined
    await until(async () => world.chain.executed.length >= 2)
    expect((await row(id)).status).toBe('NEW')
  })

  it('what the validator cannot sign is left alone, and refunded after its deadline', async () => {
    world.chain.signError = new UnsignableWithdrawalError('its deadline has passed')
    const { id } = (await post(withdrawal())).body
    expect((await row(id)).status).toBe('NEW')
    await world.chain.events!.onFinalTime(world.clock.nowMs() + 7 * DAY_MS + 1)
    expect(await row(id)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED })
  })

  it('execute = true needs a proof over the router that will check it', async () => {
    const expiryTime = world.clock.nowMs() + DAY_MS
    const signer = testKey(0x81)
    const signature = trader.primary.approveSigner(SET_A, signer.address, expiryTime)
    const body = { signingAddr: signer.address, primaryAddr: trader.primary.address, expiryTime, signature }
    await world.call('POST', '/register', { body })
    const refused = await post(withdrawal({}, signer), { execute: true })
    expect([refused.status, refused.body.code]).toEqual([400, 1130])
    expect((await post(withdrawal({}, signer))).status).toBe(200)
    expect((await post(withdrawal({}, trader.primary), { execute: true })).status).toBe(200)
  })

  it('[T5] the approval that a verified withdrawal publishes opens no key for a stranger', async () => {
    const [held] = await world.engine.query('signers', {})
    const approval = {
      signingAddr: trader.signing.address,
      primaryAddr: trader.primary.address,
      expiryTime: held!.expiryTimeMs,
      signature: held!.proofSignature,
    }
    const register = async () => (await world.call('POST', '/register', { body: approval })).status
    expect(await register()).toBe(200)
    const { id } = (await post(withdrawal())).body as { id: string }
    await until(async () => (await row(id)).status === 'VERIFIED')
    expect((await row(id)).signatureProof).toContain(approval.signature.slice(2))
    expect(await register()).toBe(400)
    expect((await world.call('GET', '/account', { key: trader.apiKey })).status).toBe(200)
  })

  it('refunds after the deadline, when the chain is final past it and the id was not paid; never before', async () => {
    const [lost, paid] = [
      (await post(withdrawal())).body.id as Hex,
      (await post(withdrawal())).body.id as Hex,
    ]
    await until(async () => (await row(paid)).status === 'VERIFIED')
    world.chain.completed.add(paid)
    const deadlineMs = world.clock.nowMs() + 7 * DAY_MS
    // What only the head says may be undone: it keeps no account from a refund once the chain is final past the deadline.
    world.chain.completed.add(lost)
    world.chain.completedInDoubt.add(lost)
    await world.chain.events!.onFinalTime(deadlineMs)
    expect((await row(lost)).status).toBe('VERIFIED')
    await world.chain.events!.onFinalTime(deadlineMs + 1)
    expect(await row(lost)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    expect((await row(paid)).status).toBe('VERIFIED')
    expect((await world.call('GET', '/account', { key: trader.apiKey })).body.collateral).toBe(
      '199900.000000',
    )
  })

  it('filters by nonce and type; others see nothing', async () => {
    const request = withdrawal()
    const { body } = await post(request)
    expect(await rows(`nonce=${request.order.nonce}`)).toMatchObject([{ id: body.id }])
    expect(await rows('orderType=DEPOSIT')).toHaveLength(1)
    const other = await world.trader(0x41, 0)
    expect(await rows(`id=${body.id}`, other.apiKey)).toEqual([])
    expect((await world.call('GET', '/transfer?orderType=NOPE', { key: trader.apiKey })).body.code).toBe(
      REFUSAL.INVALID_ORDER_TYPE,
    )
  })

  describe('[7.24] [3.11] gasless deposits', () => {
    const authorization = (overrides: object = {}) => ({
      account: trader.primary.address,
      value: '5000000',
      valid_after: 0,
      valid_before: Math.floor(world.clock.nowMs() / 1_000) + 3_600,
      nonce: hash32(77),
      signature: testKey(3).signDigest(keccak(abiEncode([{ type: 'uint256', value: 1 }]))),
      chain_id: TEST_CHAIN_ID,
      ...overrides,
    })
    const deposit = async (body: object) =>
      world.call('POST', '/transfer/deposit/authorized', { key: trader.apiKey, body })

    it('is NEW, relayed, and FILLED when the watcher sees it; the same again has the same id', async () => {
      // A relay that looks again tries again, until the watcher has seen the log: not within this test.
      await world.stop()
      await begin({ bridgeRetryMs: 3_600_000 })
      const body = authorization()
      const answers = await Promise.all([deposit(body), deposit(body)])
      const { id } = answers[0].body
      expect(answers.map((answer) => answer.body)).toEqual([{ id }, { id }])
      await until(async () => world.chain.submitted.length === 1)
      expect(await row(id)).toMatchObject({ status: 'NEW', orderType: 'DEPOSIT', size: '5.000000' })
      await world.chain.events!.onDeposit(
        world.chain.depositLog({ id, from: trader.primary.address, amountUsd6: 5_000_000 as never }),
      )
      expect((await row(id)).status).toBe('FILLED')
      expect((await deposit(body)).body).toEqual({ id })
      expect(world.chain.submitted).toHaveLength(1)
      expect((await deposit(authorization({ value: 6_000_000 }))).body.code).toBe(REFUSAL.TRANSFER_DUPLICATE)
    })

    const END_MS = 1_763_703_600_000

    it('is REJECTED when it did not get there in its time, on the word of the final chain', async () => {
      world.chain.submitAnswer = 'reverted'
      const { id } = (await deposit(authorization())).body
      await until(async () => world.chain.submitted.length >= 2)
      world.clock.advance(3_600_000)
      await until(async () => world.chain.wanted.includes(END_MS))
      await world.chain.events!.onFinalTime(END_MS - 1)
      expect((await row(id)).status).toBe('NEW')
      await world.chain.events!.onFinalTime(END_MS)
      await until(async () => (await row(id)).status === 'REJECTED')
      expect((await row(id)).code).toBe(REFUSAL.TRANSFER_EXECUTION_FAILED)
    })

    it('stays NEW when its nonce brought it to the vault, whichever sender sent it; the watcher credits it', async () => {
      world.chain.submitAnswer = 'nonce-used'
      world.chain.uses.set(hash32(77), { txHash: hash32(5), blockTimeMs: 0, isDeposit: true })
      const { id } = (await deposit(authorization())).body
      await world.chain.events!.onFinalTime(END_MS)
      await until(async () => world.chain.wanted.length === 0)
      expect([(await row(id)).status, world.chain.submitted.length]).toEqual(['NEW', 0])
    })

    it('is REJECTED when its nonce went elsewhere, once that is final and not before', async () => {
      const blockTimeMs = world.clock.nowMs()
      world.chain.uses.set(hash32(77), { txHash: hash32(5), blockTimeMs, isDeposit: false })
      const { id } = (await deposit(authorization())).body
      await until(async () => world.chain.wanted.includes(blockTimeMs + 1))
      await world.chain.events!.onFinalTime(blockTimeMs)
      expect((await row(id)).status).toBe('NEW')
      await world.chain.events!.onFinalTime(blockTimeMs + 1)
      await until(async () => (await row(id)).status === 'REJECTED')
      expect((await row(id)).code).toBe(REFUSAL.TRANSFER_EXECUTION_FAILED)
    })

    it('the same with another end is another authorization, and 16 of an account may wait', async () => {
      world.chain.submitAnswer = 'reverted'
      const body = authorization()
      expect((await deposit(body)).status).toBe(200)
      expect((await deposit({ ...body, valid_before: body.valid_before - 1 })).body.code).toBe(
        REFUSAL.TRANSFER_DUPLICATE,
      )
      for (let n = 1; n < 16; n += 1)
        expect((await deposit(authorization({ nonce: hash32(n) }))).status).toBe(200)
      expect((await deposit(authorization({ nonce: hash32(16) }))).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    })

    it.each([
      ['another account', { account: `0x${'12'.repeat(20)}` }, 1130],
      ['less than a dollar', { value: 999_999 }, 1130],
      ['two minutes of life', { valid_before: Math.floor(1_763_700_000 + 120) }, 1130],
      ['more than a day of life', { valid_before: 1_763_700_000 + 86_401 }, 1130],
      ['a later beginning', { valid_after: 2_000_000_000 }, 1130],
      ['another chain', { chain_id: 56 }, 1130],
      ['a signature that is none', { signature: '0x1234' }, 1022],
      ['a nonce that is none', { nonce: '0x12' }, 1130],
      ['a value with decimals', { value: '1.5' }, 1130],
    ])('refuses %s', async (_name, overrides, code) => {
      expect((await deposit(authorization(overrides))).body.code).toBe(code)
      expect(world.chain.submitted).toEqual([])
    })

    it('takes one that holds for a day', async () => {
      const valid_before = Math.floor(world.clock.nowMs() / 1_000) + 86_400
      expect((await deposit(authorization({ valid_before }))).status).toBe(200)
    })

    it('[8.6] with 20 wrong signatures blocks its key and address, before the chain is asked again', async () => {
      let asked = 0
      world.chain.checkAuthorizedDeposit = async () => ((asked += 1), 'bad-signature')
      const path = '/transfer/deposit/authorized'
      const by = { key: trader.apiKey, from: '203.0.113.7' }
      const codes: unknown[] = []
      for (let n = 0; n < 22; n += 1) {
        const body = authorization({ nonce: hash32(n) })
        codes.push((await world.call('POST', path, { ...by, body })).body.code)
      }
      expect(codes).toEqual([...Array<number>(20).fill(1022), 1003, 1003])
      expect(asked).toBe(20)
    })

    it('answers 503 while the chain is out of reach, and takes the same request afterwards', async () => {
      const { checkAuthorizedDeposit } = world.chain
      world.chain.checkAuthorizedDeposit = async () => {
        throw new Error('connection refused')
      }
      const refused = await deposit(authorization())
      expect([refused.status, refused.body.code]).toEqual([503, 0])
      world.chain.checkAuthorizedDeposit = checkAuthorizedDeposit
      expect((await deposit(authorization())).status).toBe(200)
    })

    it('another signature under a nonce that waits for its block is 5010', async () => {
      world.chain.failNext = new Error('relayer is unreachable')
      expect((await deposit(authorization())).status).toBe(200)
      const signature = testKey(4).signDigest(keccak(abiEncode([{ type: 'uint256', value: 1 }])))
      expect((await deposit(authorization({ signature }))).body.code).toBe(REFUSAL.TRANSFER_DUPLICATE)
    })

    it.each([
      ['bad-signature', 1022],
      ['nonce-used', 5010],
      ['expired', 1130],
    ] as const)('says what the token says: %s', async (refusal, code) => {
      world.chain.checkAnswer = refusal
      expect((await deposit(authorization())).body.code).toBe(code)
      expect(await rows('orderType=DEPOSIT')).toHaveLength(1)
    })
  })

  it('watches the vault that signatures name', async () => {
    expect((await world.call('GET', '/transfer/chains')).body[0].router).toBe(TEST_VAULT)
    expect(world.chain.started).toEqual([[]])
  })
})

/** Waits for a fact that work in the background brings about, turn by turn of the event loop. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const deadlineMs = performance.now() + 10_000; performance.now() < deadlineMs;) {
    if (await isTrue()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('it never came true')
}
