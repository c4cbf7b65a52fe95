import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvariantError, TIMES_IN_FORCE } from '@vest/protocol'
import type { Command, CommandKind } from '@vest/engine'
import { COMMAND_BYTES_MAX } from '../bounds.ts'
import { COMMAND_CODES, CommandTooLargeError, createCommandEncoder, decodeCommand } from './commandCodec.ts'
import { fromJsonText, toJsonText } from './jsonCommand.ts'
import { readVarint, readZigzag, writeVarint, writeZigzag, ZIGZAG_MAX, type ByteCursor } from './varint.ts'

const uint = fc.oneof(fc.nat(300), fc.maxSafeNat())
const int = fc.oneof(fc.integer(), fc.maxSafeInteger())
const hex = (bytes: number): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString('hex')}`)
const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const symbol = fc.oneof(fc.constantFrom('BTC-PERP', 'AAPL-PERP'), text)
/** Mixed-case hex must survive too: not every caller converts it to lower case. */
const address = fc.oneof(
  hex(20),
  hex(20).map((value) => `0x${value.slice(2).toUpperCase()}`),
)
const signed = { id: hex(32), account: address, nonce: uint, orderTimeMs: uint, recvWindowMs: uint }
const { id: _, ...signedBy } = { ...signed, signer: address }
const leg = fc.record({ id: hex(32), nonce: uint, price: uint })
const some = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })

const signals = fc.subarray([
  'OPPOSITE_POSITIONS',
  'BRIEF_TRADES',
  'PRICE_GAPS',
  'SHARED_CARD',
  'SHARED_DEVICE',
])

const FIELDS: Readonly<Record<CommandKind, Record<string, fc.Arbitrary<unknown>>>> = {
  ListMarket: {
    spec: fc.record({
      symbol,
      sizeDecimals: uint,
      isolated: fc.boolean(),
      risk: fc.record({ a: int, b: uint }),
    }),
  },
  SeedSystemAccount: { account: fc.constantFrom('POOL', 'INSURANCE'), amountUsd6: uint },
  Activate: { feature: text },
  Register: {
    account: address,
    signer: address,
    expiryTimeMs: uint,
    apiKeyHash: hex(32),
    proofSignature: hex(65),
    isMobile: fc.boolean(),
    termsVersion: some(text),
  },
  PlaceOrder: {
    ...signed,
    signer: address,
    symbol,
    isBuy: fc.boolean(),
    size: uint,
    orderType: fc.constantFrom('MARKET', 'LIMIT', 'STOP_LOSS', 'TAKE_PROFIT'),
    limitPrice: some(uint),
    reduceOnly: fc.boolean(),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    initMarginRatio: some(uint),
    takeProfit: some(leg),
    stopLoss: some(leg),
    clientId: some(text),
    later: some(text), // a field added by a later version
  },
  CancelClientOrder: { ...signedBy, clientId: text },
  ReplaceOrder: {
    cancel: fc.record({ ...signed, kind: fc.constant('CancelOrder'), signer: address }),
    place: fc.record({
      ...signed,
      kind: fc.constant('PlaceOrder'),
      signer: address,
      size: uint,
      takeProfit: leg,
    }),
  },
  AmendOrder: { ...signed, signer: address, size: uint, limitPrice: uint },
  CancelAllOrders: { ...signedBy, symbol: some(symbol) },
  CloseAllPositions: { ...signedBy, symbol: some(symbol) },
  SetCancelTimer: { ...signedBy, timeoutMs: uint },
  CancelOrder: { ...signed, signer: address, later: some(uint) },
  SetLeverage: { account: address, symbol, leverage: uint },
  SetGuardrails: {
    account: address,
    limits: fc.record(
      {
        dailyStopUsd6: uint,
        sizeMaxUsd6: uint,
        leverageMax: uint,
        coolDown: fc.record({ lossUsd6: uint, durationMs: uint }),
      },
      { requiredKeys: [] },
    ),
  },
  ChangeAddressBook: {
    ...signedBy,
    change: fc.oneof(
      fc.record({ kind: fc.constant('SAVE'), recipient: address, label: fc.string() }),
      fc.record({ kind: fc.constant('REMOVE'), recipient: address, chainId: uint }),
      fc.record({ kind: fc.constant('LIST_OFF') }),
      fc.record({ kind: fc.constant('LOCK'), durationMs: uint }),
    ),
  },
  UpdateIndexPrices: {
    prices: fc.array(
      fc.record({
        marketId: fc.oneof(fc.nat(200), fc.nat(70_000)),
        price: fc.oneof(uint, fc.constant(-1)),
        sourceTimeMs: uint,
        conf: uint,
        held: fc.boolean(),
      }),
      { maxLength: 130 },
    ),
  },
  ChangeSession: { marketId: uint, session: text, endTimeMs: some(uint) },
  SetMarketMode: {
    marketId: uint,
    mode: fc.constantFrom('OPEN', 'HALT', 'POST_ONLY'),
    cause: some(fc.constantFrom('OPERATOR', 'REGULATORY')),
  },
  TickTimer: {},
  TickFunding: { hourMs: uint },
  CreditDeposit: {
    id: hex(32),
    chainId: uint,
    txHash: hex(32),
    logIndex: uint,
    account: some(address),
    amountUsd6: uint,
    token: address,
  },
  CreditDust: {
    id: hex(32),
    chainId: uint,
    blockNumber: uint,
    logIndex: uint,
    account: address,
    amountUsd6: uint,
  },
  FinalizeDeposit: { id: hex(32), blockHash: hex(32) },
  OrphanDeposit: { id: hex(32) },
  AnnounceDeposit: { id: hex(32), chainId: uint, account: address, amountUsd6: uint, token: address },
  RejectDeposit: { id: hex(32) },
  RequestWithdrawal: {
    ...signed,
    recipient: hex(32),
    sizeUsd6: uint,
    execute: fc.boolean(),
    requestArgs: hex(200),
    signature: hex(65),
  },
  VerifyWithdrawal: { id: hex(32), validatorSignature: hex(65) },
  CompleteWithdrawal: { id: hex(32), txHash: hex(32) },
  RefundWithdrawal: { id: hex(32) },
  ChangeParameters: {
    exchange: some(fc.record({ makerFeePercent: uint, classCapPercent: fc.record({ stock: uint }) })),
    market: some(fc.record({ marketId: uint, change: fc.record({ takerFeeRate: uint }) })),
  },
  ApplySplit: { marketId: uint, newShares: uint, oldShares: uint },
  PayDividend: { marketId: uint, perShare: fc.bigInt() },
  AnnounceDelisting: { marketId: uint, isWithdrawn: some(fc.boolean()) },
  DelistMarket: { marketId: uint },
  RenameMarket: { marketId: uint, symbol, displayName: some(text) },
  PlaceLpOrder: {
    ...signed,
    signer: address,
    orderType: fc.constantFrom('DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'),
    sizeUsd6: uint,
    sizeText: text,
  },
  CancelLpOrder: { ...signed, signer: address },
  SetReferralCode: { account: address, code: text },
  ApplyReferral: { account: address, code: text },
  SetAccountCluster: { account: address, cluster: uint },
  CreateApiKey: {
    account: address,
    signer: address,
    apiKeyHash: hex(32),
    label: text,
    scopes: fc.subarray(['read', 'trade']),
    expiryTimeMs: some(uint),
    ipAllowList: fc.array(text),
    hasOwnSigner: some(fc.constant(true)),
    maxDailyLossUsd6: some(uint),
  },
  RevokeApiKey: { account: address, apiKeyHash: hex(32) },
  OpenSimAccount: {
    account: address,
    ownerId: address,
    amountUsd6: uint,
    capital: some(fc.record({ stage: fc.constant('EVAL'), goalRatio: uint, maxDailyLossRatio: uint })),
  },
  SetSimAccountStatus: { account: address, status: fc.constantFrom('ACTIVE', 'FROZEN') },
  CloseSimPositions: { account: address, code: some(uint) },
  WithdrawProfit: {
    ...signed,
    recipient: address,
    sizeUsd6: uint,
    signature: hex(65),
    signals: some(signals),
  },
  BeginPurchase: {
    id: hex(32),
    ownerId: address,
    account: address,
    networkType: fc.constantFrom(0, 1),
    plan: fc.record({ name: text, priceId: text, priceCents: uint, currency: text, sizeUsd6: uint }),
  },
  NotePayment: {
    id: hex(32),
    fact: fc.constantFrom('PAID', 'REFUNDED', 'DISPUTED'),
    by: some(text),
    why: some(text),
  },
  AllocateEvaluation: { id: hex(32) },
  OpenEvaluation: { account: address },
  DismissEvaluation: { account: address },
  AllocateFunded: { evaluation: address, account: address, networkType: fc.constantFrom(0, 1) },
  ActivateFunded: { evaluation: address, account: address, signals: some(signals) },
  CloseFunded: { account: address, by: fc.constantFrom('OWNER', 'OPERATOR') },
  DecideReview: { id: hex(32), decision: fc.constantFrom('HOLD', 'RELEASE', 'REJECT'), by: text, why: text },
  FundCapitalTreasury: { amountUsd6: uint, by: text, why: text },
}

/** Absent fields are absent, as in real commands. */
const withoutUndefined = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
const commandOf = (kind: CommandKind): fc.Arbitrary<Command> =>
  fc.record(FIELDS[kind]).map((fields) => ({ kind, ...withoutUndefined(fields) }) as unknown as Command)

describe('command codec', () => {
  const encode = createCommandEncoder()
  const roundTrip = (command: Command): Command => {
    const { kind, payload } = encode(command)
    return decodeCommand(kind, Buffer.from(payload))
  }

  it.each(Object.keys(COMMAND_CODES) as CommandKind[])('returns every %s exactly', (kind) => {
    fc.assert(
      fc.property(commandOf(kind), (command) => {
        expect(roundTrip(command)).toEqual(command)
      }),
      { numRuns: 150 },
    )
  })

  it('never changes its kind codes', () => {
    expect(Object.entries(COMMAND_CODES).map(([kind, code]) => `${code} ${kind}`)).toEqual([
      '1 ListMarket',
      '2 SeedSystemAccount',
      '3 Activate',
      '4 Register',
      '5 PlaceOrder',
      '6 CancelOrder',
      '7 SetLeverage',
      '8 UpdateIndexPrices',
      '9 ChangeSession',
      '10 SetMarketMode',
      '11 TickTimer',
      '12 TickFunding',
      '13 CreditDeposit',
      '14 FinalizeDeposit',
      '15 OrphanDeposit',
      '16 AnnounceDeposit',
      '17 RejectDeposit',
      '18 RequestWithdrawal',
      '19 VerifyWithdrawal',
      '20 CompleteWithdrawal',
      '21 RefundWithdrawal',
      '22 ChangeParameters',
      '23 ApplySplit',
      '24 PayDividend',
      '25 AnnounceDelisting',
      '26 DelistMarket',
      '27 RenameMarket',
      '30 ReplaceOrder',
      '31 CancelClientOrder',
      '32 CancelAllOrders',
      '33 CloseAllPositions',
      '34 SetCancelTimer',
      '35 AmendOrder',
      '40 PlaceLpOrder',
      '41 SetReferralCode',
      '42 ApplyReferral',
      '43 SetAccountCluster',
      '44 OpenSimAccount',
      '45 SetSimAccountStatus',
      '46 CloseSimPositions',
      '47 CreateApiKey',
      '48 RevokeApiKey',
      '49 WithdrawProfit',
      '50 CreditDust',
      '51 BeginPurchase',
      '52 NotePayment',
      '53 AllocateEvaluation',
      '54 OpenEvaluation',
      '55 DismissEvaluation',
      '56 AllocateFunded',
      '57 ActivateFunded',
      '58 CloseFunded',
      '59 CancelLpOrder',
      '60 DecideReview',
      '61 FundCapitalTreasury',
      '62 SetGuardrails',
      '63 ChangeAddressBook',
    ])
  })

  it('never changes the bytes of its compact forms', () => {
    const id = `0x${'ab'.repeat(32)}`
    const account = `0x${'11'.repeat(20)}`
    const golden = (command: unknown): string => encode(command as Command).payload.toString('hex')
    expect(golden({ kind: 'TickTimer' })).toBe('')
    expect(
      golden({
        kind: 'PlaceOrder',
        id,
        account,
        signer: account,
        nonce: 300,
        orderTimeMs: 1_800_000_000_000,
        recvWindowMs: 5_000,
        symbol: 'BTC-PERP',
        isBuy: true,
        size: 1,
        orderType: 'LIMIT',
        limitPrice: 1_000,
        reduceOnly: false,
        timeInForce: 'GTC',
      }),
    ).toBe(`01${'ab'.repeat(32)}${'11'.repeat(20)}01ac0280a0f1c2b1348827050100084254432d5045525001e807`)
    expect(
      golden({
        kind: 'CancelOrder',
        id,
        account,
        signer: `0x${'22'.repeat(20)}`,
        nonce: 1,
        orderTimeMs: 2,
        recvWindowMs: 3,
      }),
    ).toBe(`01${'ab'.repeat(32)}${'11'.repeat(20)}00${'22'.repeat(20)}010203`)
    expect(
      golden({
        kind: 'UpdateIndexPrices',
        prices: [
          { marketId: 0, price: 100, sourceTimeMs: 1_000, conf: 1, held: false },
          { marketId: 2, price: 200, sourceTimeMs: 999, conf: 0, held: true },
        ],
      }),
    ).toBe('0102e8070064000105c8010100')
  })

  it('writes the prices of 125 markets in little more than a kilobyte and an order in 130 bytes', () => {
    const prices = Array.from({ length: 125 }, (_, marketId) => ({
      marketId,
      price: 6_543_210 + marketId,
      sourceTimeMs: 1_800_000_000_000 + (marketId % 7),
      conf: 120,
      held: false,
    }))
    expect(encode({ kind: 'UpdateIndexPrices', prices } as unknown as Command).payload.length).toBeLessThan(
      1_200,
    )
    const order = {
      kind: 'PlaceOrder',
      id: `0x${'ab'.repeat(32)}`,
      account: `0x${'11'.repeat(20)}`,
      signer: `0x${'22'.repeat(20)}`,
      nonce: 1_800_000_000_000,
      orderTimeMs: 1_800_000_000_000,
      recvWindowMs: 5_000,
      symbol: 'BTC-PERP',
      isBuy: true,
      size: 123_456,
      orderType: 'LIMIT',
      limitPrice: 6_543_210,
      reduceOnly: false,
      timeInForce: 'GTC',
      initMarginRatio: 500,
    }
    expect(encode(order as unknown as Command).payload.length).toBeLessThan(130)
  })

  it('refuses commands that do not fit a record, and records of a newer version', () => {
    expect(() => encode({ kind: 'Activate', feature: 'é'.repeat(COMMAND_BYTES_MAX / 2) })).toThrow(
      CommandTooLargeError,
    )
    expect(() => decodeCommand(200, Buffer.from([0, 123, 125]))).toThrow(/newer version/)
    expect(() => decodeCommand(COMMAND_CODES.PlaceOrder, Buffer.from([9]))).toThrow(/newer version/)
    expect(() => decodeCommand(COMMAND_CODES.RejectDeposit, Buffer.from([1, 2]))).toThrow(/no compact form/)
    const { kind, payload } = encode({ kind: 'UpdateIndexPrices', prices: [] })
    expect(() => decodeCommand(kind, Buffer.concat([payload, Buffer.from([0])]))).toThrow(/nothing behind/)
  })
})

describe('JSON of commands', () => {
  it('keeps bigints, and text that looks like one stays text', () => {
    fc.assert(
      fc.property(fc.bigInt(), text, (amount, note) => {
        const value = { a: { amount, note }, b: [amount] }
        expect(fromJsonText(toJsonText(value))).toEqual(value)
      }),
    )
  })
  it('refuses numbers that JSON would change', () => {
    expect(() => toJsonText({ size: Number.NaN })).toThrow(InvariantError)
    expect(() => toJsonText({ size: Infinity })).toThrow(InvariantError)
  })
})

describe('varint', () => {
  const cursor = (): ByteCursor => ({ bytes: Buffer.alloc(16), at: 0 })
  it('restores every unsigned and signed integer, in at most eight bytes', () => {
    fc.assert(
      fc.property(uint, fc.integer({ min: -ZIGZAG_MAX, max: ZIGZAG_MAX }), (unsigned, signedValue) => {
        const written = cursor()
        writeVarint(written, unsigned)
        expect(written.at).toBeLessThanOrEqual(8)
        writeZigzag(written, signedValue)
        const read = { bytes: written.bytes, at: 0 }
        expect(readVarint(read)).toBe(unsigned)
        expect(readZigzag(read)).toBe(signedValue)
        expect(read.at).toBe(written.at)
      }),
    )
  })
  it('refuses an integer that exceeds its record or the safe range', () => {
    expect(() => readVarint({ bytes: Buffer.from([0x80]), at: 0 })).toThrow(InvariantError)
    expect(() => readVarint({ bytes: Buffer.alloc(9, 0xff), at: 0 })).toThrow(InvariantError)
    expect(() => writeVarint(cursor(), -1)).toThrow(InvariantError)
    expect(() => writeVarint(cursor(), 0.5)).toThrow(InvariantError)
  })
})
