import { launchMarkets } from '@vest/engine'
import { REFUSAL, lots, rate5, SESSIONS_MAX, ticks, timeMs, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createEdgeView } from './edgeView.ts'
import { hashApiKey } from './keyRing.ts'
import { createInProcessEngine } from './testing/inProcessEngine.ts'
import { hash32, TEST_USDC } from './testing/scriptedChain.ts'
import { testKey } from './testing/testKeys.ts'
import { createTestClock } from './testing/testWorld.ts'

const account = testKey(1).address
const signer = testKey(2).address

describe('edge view', () => {
  const world = () => {
    const clock = createTestClock()
    const engine = createInProcessEngine(clock)
    const register = async (apiKey: string, validMs: number) =>
      engine.submit({
        kind: 'Register',
        account,
        networkType: 0,
        signer,
        expiryTimeMs: timeMs(clock.nowMs() + validMs),
        apiKeyHash: hashApiKey(apiKey),
        proofSignature: '0x',
        verifyingContract: account,
        isMobile: false,
      })
    return { clock, engine, register }
  }

  it('knows what was before it and what comes after it alike', async () => {
    const { engine, register } = world()
    await engine.submit({ kind: 'ListMarket', spec: launchMarkets()[0]! })
    await register('before', 1_000)
    const view = await createEdgeView(engine)
    await engine.submit({ kind: 'ListMarket', spec: launchMarkets()[1]! })
    await register('after', 2_000)
    expect(view.markets().map(({ spec, marketId, status }) => [spec.symbol, marketId, status])).toEqual(
      launchMarkets()
        .slice(0, 2)
        .map(({ symbol }, index) => [symbol, index, 'TRADING']),
    )
    expect(await engine.query('markets', {})).toMatchObject(view.markets())
    expect([view.keys.holderOf('before')?.signer, view.keys.holderOf('after')?.signer]).toEqual([
      signer,
      signer,
    ])
    expect(view.keys.registrationsOf(account, signer)).toHaveLength(2)
  })

  it('[6.1] forgets the session that made room for another', async () => {
    const { engine, register } = world()
    await engine.submit({ kind: 'Activate', feature: 'boundedNonces' })
    const view = await createEdgeView(engine)
    for (let n = 0; n <= SESSIONS_MAX; n += 1) await register(`key ${n}`, 1_000)
    expect(view.keys.holdersOf(account)).toHaveLength(SESSIONS_MAX)
    expect(view.keys.holderOf('key 0')).toBe(undefined)
    expect(view.keys.holderOf('key 1')?.account).toBe(account)
    expect(await engine.query('signers', {})).toHaveLength(SESSIONS_MAX)
  })

  it('follows new parameters and symbols; a former symbol finds the market, also for who comes later', async () => {
    const { engine } = world()
    const [first, second] = launchMarkets() as [
      ReturnType<typeof launchMarkets>[0],
      ReturnType<typeof launchMarkets>[0],
    ]
    await engine.submit({ kind: 'ListMarket', spec: first })
    await engine.submit({ kind: 'ListMarket', spec: second })
    const view = await createEdgeView(engine)
    await engine.submit({
      kind: 'ChangeParameters',
      market: { marketId: 0, change: { takerFeeRate: rate5(7) } },
    })
    await engine.submit({ kind: 'RenameMarket', marketId: 0, symbol: 'PEAR-USD-PERP' })
    await engine.submit({ kind: 'RenameMarket', marketId: 0, symbol: 'PLUM-USD-PERP' })
    const later = await createEdgeView(engine)
    for (const each of [view, later]) {
      expect(each.markets().map(({ spec }) => spec.symbol)).toEqual(['PLUM-USD-PERP', second.symbol])
      for (const symbol of [first.symbol, 'PEAR-USD-PERP', 'PLUM-USD-PERP'])
        expect(each.market(symbol)).toMatchObject({
          marketId: 0,
          spec: { symbol: 'PLUM-USD-PERP', takerFeeRate: 7 },
        })
      expect(each.market('QUINCE-PERP')).toBeUndefined()
      const [renamed, other] = each.markets()
      expect(each.symbolsOf(renamed!).toSorted()).toEqual(
        [first.symbol, 'PEAR-USD-PERP', 'PLUM-USD-PERP'].toSorted(),
      )
      expect(each.symbolsOf(renamed!)[0]).toBe('PLUM-USD-PERP')
      expect(each.symbolsOf(other!)).toEqual([second.symbol])
    }
  })

  it('forgets keys that have expired when their pair registers again', async () => {
    const { clock, engine, register } = world()
    const view = await createEdgeView(engine)
    await register('first', 1_000)
    await register('second', 60_000)
    clock.advance(1_000)
    await register('third', 60_000)
    expect(view.keys.holderOf('first')).toBe(undefined)
    expect(view.keys.registrationsOf(account, signer)).toHaveLength(2)
    expect(view.keys.holderOf('second')).toBeDefined()
  })

  it('knows nothing of nonces it has not seen the beginning of', async () => {
    const { engine, register } = world()
    const view = await createEdgeView(engine)
    expect(view.highestNonce(signer)).toBe(undefined)
    view.noteNonce(signer, 5)
    expect(view.highestNonce(signer)).toBe(undefined)
    await register('key', 1_000)
    view.noteNonce(signer, 5)
    view.noteNonce(signer, 3)
    expect(view.highestNonce(signer)).toBe(5)
  })

  it('of commands that leave no event of their nonce, who comes later knows it all the same', async () => {
    const { clock, engine, register } = world()
    await register('key', 60_000)
    await engine.submit({
      kind: 'CreditDeposit', id: hash32(1), chainId: 1, txHash: hash32(2), logIndex: 0, blockHash: hash32(3), account,
      from: account, amountUsd6: usd6(1_000_000_000), token: TEST_USDC, finality: 'FINAL',
    }) // prettier-ignore
    const signed = (nonce: number) => ({
      account,
      signer,
      nonce,
      recvWindowMs: 5_000,
      orderTimeMs: timeMs(clock.nowMs()),
    })
    const id = hash32(9)
    const commands = [
      { kind: 'CancelAllOrders', ...signed(1) },
      { kind: 'CloseAllPositions', ...signed(2) },
      { kind: 'SetCancelTimer', ...signed(3), timeoutMs: 5_000 },
      { kind: 'AmendOrder', ...signed(4), id, size: lots(1), limitPrice: ticks(1) },
      { kind: 'CancelOrder', ...signed(5), id },
    ] as const
    for (const command of commands) {
      await engine.submit(command)
      expect((await createEdgeView(engine)).highestNonce(signer)).toBe(command.nonce)
      expect((await engine.submit(command)).answer).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    }
  })

  it('hears nothing any more once it is closed', async () => {
    const { engine, register } = world()
    const view = await createEdgeView(engine)
    view.close()
    await register('late', 1_000)
    expect(view.keys.holderOf('late')).toBe(undefined)
  })
})
