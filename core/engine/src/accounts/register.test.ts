/** Keys that expire, markets that cannot be listed, commands that name what is not there, and many of everything. */
import { describe, expect, it } from 'vitest'
import {
  SESSIONS_MAX,
  signatureProof,
  type Address,
  type Hex,
  type Id,
  ticks,
  timeMs,
  usd6,
  REFUSAL,
} from '@vest/protocol'
import { type Command, type Register, type RequestWithdrawal } from '../api/commands.ts'
import { type MarketSpec } from '../api/marketSpec.ts'
import { launchMarkets } from '../listing/launchMarkets.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { AAPL, createNamedWorld, type NamedWorld, USDC } from '../testing/namedWorld.ts'

const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
const UNKNOWN = hex(40, 0xbad) as Address
const BTC = launchMarkets().find(({ symbol }) => symbol === 'BTC-PERP')!
const DAY_MS = 86_400_000
const SOLANA = 0

describe('a registration', () => {
  const registration = (made: NamedWorld, changes: Partial<Register>): Command => ({
    kind: 'Register',
    account: made.addressOf('a'),
    networkType: 0,
    signer: hex(40, 0x51) as Address,
    apiKeyHash: hex(64, 1),
    proofSignature: hex(130, 27),
    verifyingContract: UNKNOWN,
    isMobile: false,
    expiryTimeMs: timeMs(made.exchange.timeMs + DAY_MS),
    ...changes,
  })
  const keys = ({ exchange }: NamedWorld) =>
    query(exchange, 'signers', {}).map(({ signer, apiKeyHash }) => [
      Number.parseInt(signer, 16) & 0xff,
      Number.parseInt(apiKeyHash, 16),
    ])

  it('of a pair of signer and key replaces the earlier one of that pair alone', () => {
    const made = createNamedWorld()
    made.account('a', 0)
    made.run(registration(made, {}))
    made.run(registration(made, { apiKeyHash: hex(64, 2) }))
    made.run(registration(made, { signer: hex(40, 0x52) as Address }))
    made.run(registration(made, { expiryTimeMs: timeMs(made.exchange.timeMs + 2 * DAY_MS) }))
    expect(keys(made)).toEqual([
      [0xa0, 1],
      [0x51, 2],
      [0x52, 1],
      [0x51, 1],
    ])
  })

  it('[T5] of a contract wallet binds the account to the chain that answered, over a snapshot too', () => {
    const made = createNamedWorld()
    made.account('a', 0)
    const account = hex(40, 0xc0) as Address
    const onChain = (proofChainId: number | undefined, key: number) =>
      made.run(
        registration(made, {
          account,
          apiKeyHash: hex(64, key),
          ...(proofChainId === undefined ? {} : { proofChainId }),
        }),
      )
    expect(onChain(8_453, 1)).toMatchObject({ ok: true })
    expect(onChain(10, 2)).toMatchObject({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(onChain(8_453, 3)).toMatchObject({ ok: true })
    const restored = decodeState(encodeState(made.exchange))
    expect(query(restored, 'account', { account })).toMatchObject({ proofChainId: 8_453 })
    expect(
      query(restored, 'signers', {})
        .filter((one) => one.account === account)
        .map((one) => one.proofChainId),
    ).toEqual([8_453, 8_453])
    // One that a key opened is never a contract's.
    const keyed = made.addressOf('a')
    made.run(registration(made, {}))
    expect(made.run(registration(made, { account: keyed, proofChainId: 8_453 }))).toMatchObject({
      code: REFUSAL.INVALID_PARAMETER,
    })
  })

  it('by a key of ed25519 leaves that key with the account, over a snapshot too', () => {
    const made = createNamedWorld()
    made.account('a', 0)
    const publicKey = hex(64, 0xed)
    const account = hex(40, 0xab) as Address
    made.run(registration(made, { account, networkType: 1, publicKey }))
    made.run(registration(made, { account, networkType: 1, apiKeyHash: hex(64, 9) }))
    for (const exchange of [made.exchange, decodeState(encodeState(made.exchange))])
      expect(query(exchange, 'account', { account })).toMatchObject({ networkType: 1, publicKey })
    expect(query(made.exchange, 'account', { account: made.addressOf('a') })).not.toHaveProperty('publicKey')
  })

  describe('of many', () => {
    const many = (made: NamedWorld, from: number, count: number, changes: Partial<Register> = {}): void => {
      for (let n = from; n < from + count; n += 1)
        made.run(registration(made, { apiKeyHash: hex(64, n), ...changes }))
    }
    const bounded = (): NamedWorld => {
      const made = createNamedWorld()
      made.account('a', 0)
      return made
    }
    const endedOf = (made: NamedWorld): number[] =>
      made.events().flatMap((event) => (event.kind === 'ApiKeyRevoked' ? [Number(event.apiKeyHash)] : []))
    const other = { signer: hex(40, 0x52) as Address }

    it('ends the oldest of its signing key, or else the oldest of all, once there are too many', () => {
      const made = bounded()
      // The world's own session is one of them.
      many(made, 1, SESSIONS_MAX - 1)
      expect(endedOf(made)).toEqual([])
      many(made, 1_000, 1)
      expect(endedOf(made)).toEqual([1])
      many(made, 1_001, SESSIONS_MAX - 2)
      expect(keys(made)[0]).toEqual([0xa0, 1])
      many(made, 2_000, 1, other)
      expect(made.events().map(({ kind }) => kind)).toEqual(['ApiKeyRevoked', 'SignerRegistered'])
      expect(keys(made)).toHaveLength(SESSIONS_MAX)
      expect(keys(made)).not.toContainEqual([0xa0, 1])
      many(made, 2_001, 1, other)
      expect(endedOf(made)).toEqual([2_000])
      // The same session anew takes no room.
      many(made, 2_001, 1, other)
      expect(endedOf(made)).toEqual([])
    })
  })

  describe('[3.13] once its approval is spent', () => {
    const REFUSED = { ok: false, code: REFUSAL.INVALID_PARAMETER }
    /** Not those of the world's own sessions. */
    const FIRST = hex(64, 0x10)
    const again = (made: NamedWorld, changes: Partial<Register> = {}) =>
      made.run(registration(made, { expiryTimeMs: EXPIRY, apiKeyHash: FIRST, ...changes }))
    const EXPIRY = timeMs(createNamedWorld().exchange.timeMs + 7 * DAY_MS)
    const begun = (): NamedWorld => {
      const made = createNamedWorld()
      made.account('a', 10_000)
      made.account('b', 10_000)
      expect(again(made)).toEqual({ ok: true })
      return made
    }
    const revoke = (made: NamedWorld, apiKeyHash = FIRST) =>
      made.run({ kind: 'RevokeApiKey', account: made.addressOf('a'), apiKeyHash })

    it('by the end of its session, opens no key; keys that it has opened stay', () => {
      const made = begun()
      expect(again(made, { apiKeyHash: hex(64, 0x12) })).toEqual({ ok: true })
      expect(revoke(made)).toEqual({ ok: true })
      expect(keys(made)).toContainEqual([0x51, 0x12])
      const text = encodeState(made.exchange)
      expect(again(made, { apiKeyHash: hex(64, 0x13) })).toEqual(REFUSED)
      expect(again(made, { apiKeyHash: hex(64, 0x12) })).toEqual(REFUSED)
      expect(keys(made)).toEqual(keys({ ...made, exchange: decodeState(text) }))
    })

    it('is another with another expiry, for another key, and of another account', () => {
      const made = begun()
      revoke(made)
      expect(again(made)).toEqual(REFUSED)
      expect(again(made, { expiryTimeMs: timeMs(EXPIRY + 1) })).toEqual({ ok: true })
      expect(again(made, { signer: hex(40, 0x52) as Address })).toEqual({ ok: true })
      expect(again(made, { account: made.addressOf('b') })).toEqual({ ok: true })
    })

    const ID = hex(64, 0x77) as Id
    /** Signed by the key of the first session. */
    const withdrawalOf = (made: NamedWorld, changes: Partial<RequestWithdrawal> = {}) =>
      ({
        kind: 'RequestWithdrawal',
        id: ID,
        account: made.addressOf('a'),
        signer: hex(40, 0x51),
        nonce: 7,
        chainId: 42_161,
        token: UNKNOWN,
        sizeUsd6: 5 * USDC,
        recipient: made.addressOf('a'),
        execute: false,
        networkFeeUsd6: 0,
        isTrustedRecipient: true,
        requestArgs: '0x',
        signature: '0x',
        signatureProof: '0x',
        orderTimeMs: made.exchange.timeMs,
        recvWindowMs: 60_000,
        ...changes,
      }) as unknown as RequestWithdrawal

    it('by a withdrawal that its key has signed and the validator too, not before', () => {
      const made = begun()
      expect(made.run(withdrawalOf(made))).toMatchObject({ ok: true })
      expect(again(made, { apiKeyHash: hex(64, 0x12) })).toEqual({ ok: true })
      expect(again(made, { signer: hex(40, 0x52) as Address })).toEqual({ ok: true })
      expect(made.run({ kind: 'VerifyWithdrawal', id: ID, validatorSignature: '0xaa' })).toMatchObject({
        ok: true,
      })
      expect(again(made, { apiKeyHash: hex(64, 0x13) })).toEqual(REFUSED)
      expect(again(made, { signer: hex(40, 0x52) as Address, apiKeyHash: hex(64, 0x14) })).toEqual({
        ok: true,
      })
      expect(keys(made)).toContainEqual([0x51, 0x12])
    })

    it('with every other of its key that stands, in one pass', () => {
      /** How often a verified withdrawal asks what is spent, where its key was approved so many times. */
      const looksOf = (count: number) => {
        const made = begun()
        for (let n = 1; n < count; n += 1)
          again(made, { apiKeyHash: hex(64, 0x100 + n), expiryTimeMs: timeMs(EXPIRY + n) })
        made.run(withdrawalOf(made))
        const [account] = made.exchange.accounts
        let { spentProofs } = account!
        let looks = 0
        Object.defineProperty(account!, 'spentProofs', {
          get: () => ((looks += 1), spentProofs),
          set: (value: typeof spentProofs) => {
            spentProofs = value
          },
        })
        made.run({ kind: 'VerifyWithdrawal', id: ID, validatorSignature: '0xaa' })
        expect(spentProofs.map(({ expiryTimeMs }) => expiryTimeMs - EXPIRY)).toEqual([...Array(count).keys()])
        return looks
      }
      expect(looksOf(20)).toBe(looksOf(1))
    })

    it('by the approval of one that the keeper sends', () => {
      for (const isTrustedRecipient of [true, false]) {
        const made = begun()
        made.run(withdrawalOf(made, { execute: true, isTrustedRecipient }))
        const isWaiting = again(made, { apiKeyHash: hex(64, 0x12) }).ok
        expect(isWaiting).toBe(!isTrustedRecipient)
        made.wait(DAY_MS / 2)
        made.run({ kind: 'TickTimer' })
        expect(made.exchange.transfers.get(ID)!.isApproved).toBe(true)
        expect(again(made, { apiKeyHash: hex(64, 0x13) }).ok).toBe(false)
        // The chain says that it is paid: no word of a validator has come before it.
        made.run({ kind: 'CompleteWithdrawal', id: ID, txHash: hex(64, 5) })
        expect(again(made, { apiKeyHash: hex(64, 0x14) }).ok).toBe(false)
        expect(again(made, { expiryTimeMs: timeMs(EXPIRY + 1) }).ok).toBe(true)
      }
    })

    it('also where its session made room for others', () => {
      const made = begun()
      const proof = signatureProof(hex(130, 27), hex(40, 0x51), EXPIRY)
      made.run(withdrawalOf(made, { signatureProof: proof }))
      for (let n = 0; n < SESSIONS_MAX; n += 1)
        again(made, { apiKeyHash: hex(64, 0x1000 + n), expiryTimeMs: timeMs(EXPIRY + 1 + n) })
      made.run({ kind: 'VerifyWithdrawal', id: ID, validatorSignature: '0xaa' })
      expect(keys(made).length).toBe(SESSIONS_MAX + 1)
      expect(again(made)).toEqual(REFUSED)
    })

    it('not by the approval of one that waits for its trader', () => {
      const made = begun()
      made.run(withdrawalOf(made))
      expect(made.exchange.transfers.get(ID)!.isApproved).toBe(true)
      expect(again(made, { apiKeyHash: hex(64, 0x12) })).toEqual({ ok: true })
    })

    it('stays so in a snapshot, and is forgotten once it has expired', () => {
      const made = begun()
      revoke(made)
      const restored = decodeState(encodeState(made.exchange)).accounts[0]!
      expect(restored.spentProofs).toEqual([{ signer: hex(40, 0x51), expiryTimeMs: EXPIRY }])
      expect(again(made)).toEqual(REFUSED)
      made.wait(7 * DAY_MS)
      const nextWeek = { apiKeyHash: hex(64, 0x15), expiryTimeMs: timeMs(EXPIRY + 7 * DAY_MS) }
      expect(again(made, nextWeek)).toEqual({ ok: true })
      revoke(made, hex(64, 0x15))
      expect(made.exchange.accounts[0]!.spentProofs).toHaveLength(1)
      expect(encodeState(decodeState(encodeState(made.exchange)))).toBe(encodeState(made.exchange))
    })
  })

  it('is forgotten with the first one after it has expired', () => {
    const made = createNamedWorld()
    made.account('a', 0)
    made.run(registration(made, { expiryTimeMs: timeMs(made.exchange.timeMs + 1_000) }))
    made.wait(999)
    made.run(registration(made, { apiKeyHash: hex(64, 2) }))
    expect(keys(made)).toContainEqual([0x51, 1])
    made.wait(1)
    made.run(registration(made, { apiKeyHash: hex(64, 3) }))
    expect(keys(made)).toEqual([
      [0xa0, 1],
      [0x51, 2],
      [0x51, 3],
    ])
  })
})

describe('refused, and without a trace, are', () => {
  /** The refusal, after which the state has moved on by its number alone. */
  const refusal = (made: NamedWorld, command: Command): number | 'taken' => {
    const plain = (): string => {
      const {
        seq: _,
        timeMs: __,
        nonces: ___,
        ...rest
      } = JSON.parse(encodeState(made.exchange)) as Record<string, unknown>
      return JSON.stringify(rest)
    }
    const before = plain()
    const answer = made.run(command)
    if (answer.ok) return 'taken'
    expect(plain()).toBe(before)
    return answer.code
  }

  it.each<[string, number, Partial<MarketSpec>]>([
    ['a symbol that is listed', REFUSAL.BAD_SYMBOL, { symbol: AAPL.symbol }],
    ['decimals that make a lot inexact', REFUSAL.BAD_DECIMALS, { priceDecimals: 4, sizeDecimals: 3 }],
    ['decimals below zero', REFUSAL.BAD_DECIMALS, { priceDecimals: -1 }],
    ['margins out of range', REFUSAL.INVALID_PARAMETER, { initMarginRatio: 0 as never }],
  ])('a listing with %s', (_, code, changes) => {
    const made = createNamedWorld({ markets: [AAPL] })
    expect(refusal(made, { kind: 'ListMarket', spec: { ...BTC, ...changes } })).toBe(code)
    expect(refusal(made, { kind: 'ListMarket', spec: BTC })).toBe('taken')
  })

  it('system money that is no amount', () => {
    const made = createNamedWorld()
    for (const amount of [-1, 0.5, 2 ** 53])
      expect(
        refusal(made, { kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: amount as never }),
      ).toBe(REFUSAL.INVALID_PARAMETER)
  })

  it('words about a market that is not there', () => {
    const made = createNamedWorld({ markets: [AAPL] })
    const account = made.account('a', 100)
    const unknown: readonly Command[] = [
      { kind: 'SetLeverage', account, symbol: 'NONE-PERP', leverage: 2 },
      { kind: 'ChangeSession', marketId: 7, session: 'CLOSED' },
      { kind: 'SetMarketMode', marketId: 7, mode: 'HALT' },
      { kind: 'RenameMarket', marketId: 7, symbol: 'NEW-PERP' },
      { kind: 'AnnounceDelisting', marketId: 7 },
    ]
    for (const command of unknown) expect(refusal(made, command)).toBe(REFUSAL.BAD_SYMBOL)
  })

  it('words of an account that does not exist', () => {
    const made = createNamedWorld()
    made.account('a', 100)
    const unknown: readonly Command[] = [
      { kind: 'SetLeverage', account: UNKNOWN, symbol: AAPL.symbol, leverage: 2 },
      { kind: 'SetReferralCode', account: UNKNOWN, code: 'abcdef' },
      { kind: 'ApplyReferral', account: UNKNOWN, code: 'abcdef' },
      { kind: 'SetAccountCluster', account: UNKNOWN, cluster: 1 },
    ]
    for (const command of unknown) expect(refusal(made, command)).toBe(REFUSAL.ACCOUNT_NOT_FOUND)
    expect(refusal(made, { kind: 'SetAccountCluster', account: made.addressOf('a'), cluster: -1 })).toBe(
      REFUSAL.INVALID_PARAMETER,
    )
  })
})

describe('index prices', () => {
  const told = (made: NamedWorld, price: number, agoMs: number, marketId = 0): void =>
    void made.run({
      kind: 'UpdateIndexPrices',
      prices: [
        {
          marketId,
          price: ticks(price),
          sourceTimeMs: timeMs(made.exchange.timeMs - agoMs),
          conf: ticks(0),
          held: false,
        },
      ],
    })

  it('of no market, below one tick, or older than the last are passed over', () => {
    const made = createNamedWorld({ markets: [AAPL] })
    made.price(AAPL.symbol, 20_000)
    told(made, 21_000, 0, 7)
    told(made, 0, 0)
    told(made, 21_000, 1)
    expect(made.exchange.markets[0]!.index).toBe(20_000)
    told(made, 20_001, 0)
    expect(made.exchange.markets[0]!.index).toBe(20_001)
    // What is dated ahead counts as of now, and keeps no later price out.
    told(made, 20_002, -60_000)
    told(made, 20_003, 0)
    expect(made.exchange.markets[0]!.index).toBe(20_003)
  })
})

describe('[4.2] a withdrawal', () => {
  let number = 0
  const request = (made: NamedWorld, changes: Partial<RequestWithdrawal>): RequestWithdrawal => ({
    kind: 'RequestWithdrawal',
    id: hex(64, (number += 1)) as Id,
    ...made.signed('a'),
    recipient: made.addressOf('a'),
    isTrustedRecipient: true,
    token: UNKNOWN,
    sizeUsd6: usd6(50 * USDC),
    chainId: 42_161,
    execute: false,
    networkFeeUsd6: usd6(200_000),
    requestArgs: '0x01',
    signature: '0x02',
    signatureProof: '0x',
    ...changes,
  })
  const outcome = (made: NamedWorld, changes: Partial<RequestWithdrawal>) => {
    made.run(request(made, changes))
    const record = made.events().find((event) => event.kind === 'TransferUpdated')
    return record?.kind === 'TransferUpdated' ? (record.transfer.code ?? record.transfer.status) : undefined
  }

  it('is rejected for one who is not there or has never had money, for what no chain can pay, and for dust', () => {
    const made = createNamedWorld()
    made.account('a', 0)
    expect(outcome(made, {})).toBe(REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND)
    expect(outcome(made, { account: UNKNOWN })).toBe(REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND)
    made.account('b', 100)
    const b = { account: made.addressOf('b'), signer: made.addressOf('b') }
    expect(outcome(made, { ...b, chainId: SOLANA })).toBe(REFUSAL.INVALID_PARAMETER)
    expect(
      outcome(made, { ...b, execute: true, sizeUsd6: usd6(1_000_000), networkFeeUsd6: usd6(1_000_000) }),
    ).toBe(REFUSAL.INVALID_PARAMETER)
    expect(outcome(made, { ...b, sizeUsd6: usd6(999_999) })).toBe(REFUSAL.INVALID_PARAMETER)
    expect(outcome(made, { ...b, sizeUsd6: usd6(101 * USDC) })).toBe(REFUSAL.TRANSFER_MARGIN_CHECK_FAILED)
    expect(outcome(made, { ...b, chainId: SOLANA, recipient: hex(64, 9).slice(2) as Hex })).toBe('NEW')
  })

  it('is verified by one signature; the same again changes nothing, another one is a contradiction', () => {
    const made = createNamedWorld()
    made.account('a', 100)
    const asked = request(made, {})
    made.run(asked)
    const verify = (validatorSignature: Hex) =>
      made.run({ kind: 'VerifyWithdrawal', id: asked.id, validatorSignature })
    expect(verify('0xaa')).toEqual({ ok: true, id: asked.id })
    expect(made.events().some(({ kind }) => kind === 'TransferUpdated')).toBe(true)
    expect(verify('0xaa')).toEqual({ ok: true, id: asked.id })
    expect(made.events().some(({ kind }) => kind === 'TransferUpdated')).toBe(false)
    expect(verify('0xbb')).toEqual({ ok: false, code: REFUSAL.TRANSFER_DUPLICATE })
  })
})

describe('an exchange that outgrows its tables', () => {
  const PEOPLE = 300

  it('keeps every account, position, order and key, and its snapshot is that of one that never grew', () => {
    const made = createNamedWorld({ markets: [AAPL, BTC], poolUsdc: 100_000_000 })
    made.account('first', 1_000)
    made.price(AAPL.symbol, 20_000)
    made.price(BTC.symbol, 900_000)
    for (let person = 0; person < PEOPLE; person += 1) {
      const name = `person ${person}`
      made.account(name, 1_000)
      made.order(name, { isBuy: person % 2 === 0, size: 1_000 })
      // One level per person: the ladder of levels grows as well, and is mended at both ends.
      made.order(name, { isBuy: true, size: 1_000, price: 10_000 + 10 * ((person * 7) % PEOPLE) })
    }
    const { exchange } = made
    const held = exchange.accounts.filter(({ positions }) => positions.length === 1)
    expect(held).toHaveLength(PEOPLE)
    expect(exchange.markets[0]!.bids.levels).toHaveLength(PEOPLE)
    const text = encodeState(exchange)
    const restored = decodeState(text)
    expect(encodeState(restored)).toBe(text)
    expect(restored.accounts.map(({ positions }) => positions.length)).toEqual(
      exchange.accounts.map(({ positions }) => positions.length),
    )
    for (let person = 0; person < PEOPLE; person += 2) {
      const name = `person ${person}`
      const [order] = query(exchange, 'openOrders', { account: made.addressOf(name) })
      made.cancel(name, order!.id)
    }
    expect(exchange.markets[0]!.bids.levels).toHaveLength(PEOPLE / 2)
  })
})
