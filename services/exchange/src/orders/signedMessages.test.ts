/**
 * Every message that an account signs, as the calls take it: one good one, and at least twelve that differ from it in one
 * field of what was signed, in the signature's form, or in whose signature it is. Each is refused and leaves no command
 * behind; then the good one is taken. A signed call without an entry here does not compile.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  bytesToHex,
  CALLS,
  CHAIN_SOLANA,
  concatBytes,
  depositAuthorizationDigest,
  passkeyProofText,
  personalDigest,
  REFUSAL,
  signerProofDigest,
  solanaApprovalText,
  solanaSignedForms,
  usd6,
  utf8,
  walletProofText,
  type Address,
  type CallName,
  type DepositAuthorization,
  type Hex,
  type SignedAction,
  type SignedAddressBook,
  type SignedOrder,
} from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hash32, TEST_CHAIN_ID, TEST_USDC, TEST_VAULT } from '../testing/scriptedChain.ts'
import { flipBit, highS, keccak, testKey, type TestKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'
import { createWalletProofs } from '../verify/walletProofs.ts'

const DAY_MS = 86_400_000
const CASES_MIN = 12
const STRANGER = testKey(0x77)
const FRIEND = testKey(0x78).address
const SOLANA_DEPOSITS = base58.encode(new Uint8Array(32).fill(2))

/** The calls whose bodies carry a signature of the account's. */
type SignedCall = {
  [N in CallName]: (typeof CALLS)[N] extends { readonly isSigned: true } ? N : never
}[CallName]

interface Message {
  readonly what: string
  readonly good: object
  readonly wrong: readonly (readonly [what: string, body: object])[]
  /** Of wrong ones; INVALID_SIGNATURE alone unless it says so. */
  readonly codes?: readonly number[]
  /** The engine's own word on the good one, where it has none of the money that it is about. */
  readonly isRefusedLater?: true
}

/** A signature in forms that no key makes. */
const misshapen = (signature: Hex): readonly (readonly [string, string])[] => [
  ['a bit of r', flipBit(signature, 7)],
  ['a bit of s', flipBit(signature, 50)],
  ['s above half of n', highS(signature)],
  ['v 29', `${signature.slice(0, -2)}1d`],
  ['64 bytes', signature.slice(0, -2)],
  ['zeros', `0x${'00'.repeat(65)}`],
  ['no hex', `${signature.slice(0, -1)}g`],
  ['nothing', ''],
]

/** What differs from a signed action in one of its fields, or is another action of the same time and nonce. */
function ofAction<A extends SignedAction>(
  what: string,
  by: Trader,
  rival: Trader,
  action: A,
  /** undefined: no other value can be signed there. */
  others: Readonly<Record<Exclude<keyof A, 'kind'>, unknown>>,
  body: (signature: string) => object,
  more: Partial<Message> = {},
): Message {
  const sign = (changes: object, key: TestKey = by.signing): Hex => key.signAction({ ...action, ...changes })
  const good = sign({})
  const foreign: SignedAction = { kind: 'cancel', time: action.time, nonce: action.nonce, id: '0xabc' }
  return {
    what,
    good: body(good),
    wrong: [
      ...Object.entries(others)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [`signed with another ${field}`, body(sign({ [field]: value }))] as const),
      ...misshapen(good).map(([how, signature]) => [`a signature of ${how}`, body(signature)] as const),
      ['signed by a stranger', body(sign({}, STRANGER))],
      ['signed by the key of another account', body(sign({}, rival.signing))],
      ['signed as another action', body(by.signing.signAction(foreign))],
    ],
    ...more,
  }
}

describe('signed messages', () => {
  let world: TestWorld
  let trader: Trader
  let rival: Trader
  let nonce = 9_000_000
  beforeAll(async () => {
    world = await startTestWorld({
      solana: {
        depositAddress: SOLANA_DEPOSITS,
        start: async () => undefined,
        stop: async () => undefined,
        depositOf: async () => ({ refusal: 'none' }),
        payouts: {
          feeUsd6: usd6(200_000),
          estimateMs: 60_000,
          recipientOf: async () => ({ mintRecipient: hash32(9) }),
          attestationOf: async () => undefined,
          deliver: async () => ({ txHash: hash32(9), isFinal: true }),
        },
      },
    })
    await world.setPrice('BTC-PERP', 50_000)
    trader = await world.trader(0x31, 100_000)
    rival = await world.trader(0x33, 100_000)
  })
  afterAll(() => world.stop())

  const stamp = () => ({ time: world.clock.nowMs(), nonce: (nonce += 10) })
  const later = ({ time, nonce: used }: { time: number; nonce: number }) => ({
    time: time - 1,
    nonce: used + 5,
  })

  const order = (): Message => {
    const signed = stamp()
    const fields: Omit<SignedOrder, 'kind'> = {
      ...signed,
      orderType: 'LIMIT',
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '0.01',
      limitPrice: '40000',
      reduceOnly: false,
    }
    return ofAction(
      'an order',
      trader,
      rival,
      { kind: 'order', ...fields },
      {
        ...later(signed),
        orderType: 'MARKET',
        symbol: 'ETH-PERP',
        isBuy: false,
        size: '0.010',
        limitPrice: '40000.0',
        reduceOnly: true,
      },
      (signature) => ({ order: fields, signature }),
    )
  }
  const leg = (kind: 'tp' | 'sl'): Message => {
    const body = world.signedOrder(trader, { limitPrice: '40000', nonce: (nonce += 10) })
    const limitPrice = kind === 'tp' ? '60000' : '30000'
    const orderType = kind === 'tp' ? 'TAKE_PROFIT' : 'STOP_LOSS'
    const signed = { time: body.order.time, nonce: Number(body.order.nonce) + (kind === 'tp' ? 1 : 2) }
    return ofAction(
      `the ${kind} leg of an order`,
      trader,
      rival,
      {
        kind: 'order',
        ...signed,
        orderType,
        symbol: 'BTC-PERP',
        isBuy: false,
        size: '0.01',
        limitPrice,
        reduceOnly: true,
      },
      {
        ...later(signed),
        orderType: 'LIMIT',
        symbol: 'ETH-PERP',
        isBuy: true,
        size: '0.010',
        limitPrice: `${limitPrice}.0`,
        reduceOnly: false,
      },
      (signature) => ({
        ...body,
        order: { ...body.order, [`${kind}Price`]: limitPrice, [`${kind}Signature`]: signature },
      }),
    )
  }
  const cancel = (id: Hex, body: (half: object) => object = (half) => half): Message => {
    const signed = stamp()
    return ofAction(
      'a cancellation',
      trader,
      rival,
      { kind: 'cancel', ...signed, id },
      { ...later(signed), id: id.toUpperCase().replace('0X', '0x') },
      (signature) => body({ order: { ...signed, id }, signature }),
    )
  }
  const replaced = async (half: 'cancel' | 'place'): Promise<Message> => {
    const id = await world.place(trader, { limitPrice: '39000' })
    const place = world.signedOrder(trader, { limitPrice: '38000', nonce: (nonce += 10) })
    if (half === 'cancel') return cancel(id, (cancelled) => ({ cancel: cancelled, place }))
    const signed = stamp()
    const cancelled = {
      order: { ...signed, id },
      signature: trader.signing.signAction({ kind: 'cancel', ...signed, id }),
    }
    const one = order()
    return {
      ...one,
      what: 'an order in the place of another',
      good: { cancel: cancelled, place: one.good },
      wrong: one.wrong.map(([what, body]) => [what, { cancel: cancelled, place: body }] as const),
    }
  }
  const bulk = (kind: 'cancelAll' | 'closeAll'): Message => {
    const signed = stamp()
    return ofAction(
      kind,
      trader,
      rival,
      { kind, ...signed, symbol: 'BTC-PERP' },
      { ...later(signed), symbol: '' },
      (signature) => ({ order: { ...signed, symbol: 'BTC-PERP' }, signature }),
    )
  }
  const withdrawal = (chainId: number): Message => {
    const signed = stamp()
    const key = new Uint8Array(32).fill(9)
    const isSolana = chainId === CHAIN_SOLANA
    const recipient = isSolana ? bytesToHex(key) : trader.primary.address
    const token = TEST_USDC
    return ofAction(
      isSolana ? 'a withdrawal to Solana' : 'a withdrawal',
      trader,
      rival,
      {
        kind: 'withdraw',
        ...signed,
        account: trader.primary.address,
        recipient,
        token,
        size: 5_000_000,
        chainId,
      },
      {
        ...later(signed),
        account: rival.primary.address,
        token: FRIEND,
        size: 5_000_001,
        recipient: isSolana ? `0x${'0a'.repeat(32)}` : FRIEND,
        // A recipient of 32 bytes is signed for Solana alone.
        chainId: isSolana ? undefined : 1,
      },
      (signature) => ({
        order: { ...signed, recipient: isSolana ? base58.encode(key) : recipient, token: 'USDC', size: 5_000_000, chainId },
        signature,
      }), // prettier-ignore
    )
  }

  const registration = (): Message => {
    const expiryTime = world.clock.nowMs() + 14 * DAY_MS
    const [primary, signing] = [testKey(0x22), testKey(0x11)]
    const proof = (contract: Address, signer: Address, expiryMs: number, key = primary): Hex =>
      key.approveSigner(contract, signer, expiryMs)
    const fields = { signingAddr: signing.address, primaryAddr: primary.address, expiryTime, networkType: 0 }
    const good = proof(TEST_VAULT, signing.address, expiryTime)
    const digest = signerProofDigest(TEST_VAULT, signing.address, expiryTime, keccak)
    const signedAs = (signature: string) => ({ ...fields, signature })
    return {
      what: 'the approval of a signer by an EVM key',
      codes: [REFUSAL.INVALID_SIGNATURE, REFUSAL.CONTRACT_WALLET_UNKNOWN],
      good: signedAs(good),
      wrong: [
        ['over another contract', signedAs(proof(FRIEND, signing.address, expiryTime))],
        ['for another signer', signedAs(proof(TEST_VAULT, FRIEND, expiryTime))],
        ['until another time', signedAs(proof(TEST_VAULT, signing.address, expiryTime + 1))],
        ['by a stranger', signedAs(proof(TEST_VAULT, signing.address, expiryTime, STRANGER))],
        ['by the signer itself', signedAs(proof(TEST_VAULT, signing.address, expiryTime, signing))],
        ['as a message', signedAs(primary.signDigest(personalDigest(digest, keccak)))],
        ['as an order', signedAs(primary.signAction({ kind: 'deadman', time: 1, nonce: 1, timeoutMs: 0 }))],
        ['sent for another account', { ...signedAs(good), primaryAddr: FRIEND }],
        ['sent for another signer', { ...signedAs(good), signingAddr: FRIEND }],
        ['sent with another end', { ...signedAs(good), expiryTime: expiryTime + 1 }],
        ...misshapen(good).map(([how, signature]) => [`of ${how}`, signedAs(signature)] as const),
      ],
    }
  }
  const solanaRegistration = (): Message => {
    const expiryTime = world.clock.nowMs() + 14 * DAY_MS
    const secret = new Uint8Array(32).fill(5)
    const [own, other] = [secret, new Uint8Array(32).fill(6)].map((key) => ed25519.getPublicKey(key)) as [
      Uint8Array,
      Uint8Array,
    ]
    const signing = testKey(0x11).address
    const fields = { signingAddr: signing, primaryAddr: base58.encode(own), expiryTime, networkType: 1 }
    const signedAs = (signature: string) => ({ ...fields, signature })
    const over = (text: string | Uint8Array, key = secret): Uint8Array =>
      ed25519.sign(typeof text === 'string' ? utf8(text) : text, key)
    const text = solanaApprovalText(signing, expiryTime)
    const good = over(text)
    const flipped = Uint8Array.from(good)
    flipped[40]! ^= 1
    const wrong: readonly (readonly [string, string])[] = [
      ['over nothing', base58.encode(over(''))],
      ['for another signer', base58.encode(over(solanaApprovalText(FRIEND, expiryTime)))],
      ['until another time', base58.encode(over(solanaApprovalText(signing, expiryTime + 1)))],
      ['over the text and a blank', base58.encode(over(`${text} `))],
      ['over the text in capitals', base58.encode(over(text.toUpperCase()))],
      ['by another key', base58.encode(over(text, new Uint8Array(32).fill(6)))],
      ['over the envelope of another key', base58.encode(over(solanaSignedForms(text, other)[2]!))],
      ['by an EVM key', STRANGER.signDigest(keccak(utf8(text)))],
      ['of a bit', base58.encode(flipped)],
      ['of 63 bytes', bytesToHex(good.subarray(1))],
      ['of 65 bytes', `${bytesToHex(good)}00`],
      ['of zeros', bytesToHex(new Uint8Array(64))],
      ['of nothing', ''],
    ]
    return {
      what: 'the approval of a signer by a Solana key',
      good: signedAs(base58.encode(good)),
      wrong: [
        ...wrong.map(([how, signature]) => [how, signedAs(signature)] as const),
        ['sent for another account', { ...signedAs(base58.encode(good)), primaryAddr: base58.encode(other) }],
      ],
    }
  }
  /** Its contract approves one digest under one text of bytes, as contracts do. */
  const contractRegistration = (): Message => {
    const account: Address = `0x${'c0'.repeat(20)}`
    const expiryTime = world.clock.nowMs() + 14 * DAY_MS
    const signing = testKey(0x11).address
    const proof = `0x01${'ab'.repeat(65)}`
    const approved = bytesToHex(signerProofDigest(TEST_VAULT, signing, expiryTime, keccak))
    world.chain.contractSignature = async (asked, digest, signature) =>
      asked !== account ? 'absent' : digest === approved && signature === proof ? 'accepted' : 'declined'
    const fields = {
      signingAddr: signing,
      primaryAddr: account,
      expiryTime,
      networkType: 0,
      signature: proof,
    }
    return {
      what: 'the approval of a signer by a contract wallet',
      codes: [
        ...[REFUSAL.INVALID_SIGNATURE, REFUSAL.CONTRACT_WALLET_DECLINED, REFUSAL.CONTRACT_WALLET_UNKNOWN],
        ...[REFUSAL.INVALID_PARAMETER, REFUSAL.INVALID_NETWORK_TYPE],
      ],
      good: fields,
      wrong: [
        ['for another signer', { ...fields, signingAddr: FRIEND }],
        ['until another time', { ...fields, expiryTime: expiryTime + 1 }],
        ['that has ended', { ...fields, expiryTime: world.clock.nowMs() }],
        ['for longer than 90 days', { ...fields, expiryTime: expiryTime + 90 * DAY_MS }],
        ['of another account', { ...fields, primaryAddr: FRIEND }],
        ['on Solana', { ...fields, networkType: 1 }],
        ['of another byte', { ...fields, signature: `0x02${'ab'.repeat(65)}` }],
        ['of a byte more', { ...fields, signature: `${proof}00` }],
        ['of a byte less', { ...fields, signature: `0x01${'ab'.repeat(66)}`.slice(0, -4) }],
        ['of half a byte', { ...fields, signature: `${proof}0` }],
        ['of no hex', { ...fields, signature: `${proof.slice(0, -1)}g` }],
        ['of too many bytes', { ...fields, signature: `0x${'ab'.repeat(2_049)}` }],
        ['of nothing', { ...fields, signature: '' }],
        ['by a key', { ...fields, signature: STRANGER.approveSigner(TEST_VAULT, signing, expiryTime) }],
      ],
    }
  }
  /** The token's own part is played by the digest that it would take; `authorizedDeposits` proves it against a chain. */
  const authorization = (): Message => {
    const account = trader.primary.address
    const validBeforeS = Math.floor(world.clock.nowMs() / 1_000) + 3_600
    const token = { name: 'USD Coin', version: '2', chainId: TEST_CHAIN_ID, address: TEST_USDC }
    const signed: DepositAuthorization = {
      token,
      from: account,
      to: TEST_VAULT,
      value: '5000000',
      validAfterS: 0,
      validBeforeS,
      nonce: hash32(77),
    }
    const sign = (changes: Partial<DepositAuthorization>, key = trader.primary): Hex =>
      key.signDigest(depositAuthorizationDigest({ ...signed, ...changes }, keccak))
    world.chain.checkAuthorizedDeposit = async (deposit) => {
      const { valueUsd6, validAfterS, validBeforeS: endS, nonce: used } = deposit
      const came = { value: String(valueUsd6), validAfterS, validBeforeS: endS, nonce: used }
      return sign({ ...came, from: deposit.account }) === deposit.signature ? undefined : 'bad-signature'
    }
    const good = sign({})
    const signedAs = (signature: string) => ({
      account,
      value: '5000000',
      valid_after: 0,
      valid_before: validBeforeS,
      nonce: hash32(77),
      signature,
      chain_id: TEST_CHAIN_ID,
    })
    return {
      what: 'the authorization of a deposit',
      good: signedAs(good),
      wrong: [
        ['of another amount', signedAs(sign({ value: '5000001' }))],
        ['to another recipient', signedAs(sign({ to: FRIEND }))],
        ['from another account', signedAs(sign({ from: rival.primary.address }))],
        ['from a later time on', signedAs(sign({ validAfterS: 1 }))],
        ['until another time', signedAs(sign({ validBeforeS: validBeforeS + 1 }))],
        ['under another nonce', signedAs(sign({ nonce: hash32(78) }))],
        ['of another token', signedAs(sign({ token: { ...token, address: FRIEND } }))],
        ['on another chain', signedAs(sign({ token: { ...token, chainId: 1 } }))],
        ['of another version of the token', signedAs(sign({ token: { ...token, version: '1' } }))],
        ['by the signing key', signedAs(sign({}, trader.signing))],
        ['by a stranger', signedAs(sign({}, STRANGER))],
        ['sent with another amount', { ...signedAs(good), value: '6000000' }],
        ['sent under another nonce', { ...signedAs(good), nonce: hash32(79) }],
        ...misshapen(good).map(([how, signature]) => [`of ${how}`, signedAs(signature)] as const),
      ],
    }
  }

  /** By the primary key, which the key of a session does not stand in for. */
  const savedAddress = (): Message => {
    const signed = stamp()
    const fields = { change: 'SAVE', recipient: FRIEND, label: 'Friend' } as const
    const action: SignedAddressBook = {
      kind: 'addressBook',
      ...signed,
      ...fields,
      account: trader.primary.address,
      chain: 'EVM',
      days: 0,
    }
    const body = (signature: string) => ({ order: { ...signed, ...fields }, signature })
    const message = ofAction(
      'a saved address',
      { ...trader, signing: trader.primary },
      rival,
      action,
      {
        ...later(signed),
        account: rival.primary.address,
        change: 'REMOVE',
        recipient: STRANGER.address,
        chain: String(TEST_CHAIN_ID),
        label: 'Foe',
        days: 1,
      },
      body,
    )
    const bySession = ['signed by a key of a session', body(trader.signing.signAction(action))] as const
    return { ...message, wrong: [...message.wrong, bySession] }
  }

  const profit = (): Message => {
    const { query } = world.engine
    const { address } = trader.primary
    const recipient = rival.primary.address
    world.engine.query = (async (name: string, params: object) =>
      name === 'capital'
        ? [{ isFunded: true, ownerId: recipient }]
        : query(name as never, params as never)) as typeof query
    const signed = stamp()
    return ofAction(
      'a withdrawal of profit',
      trader,
      rival,
      { kind: 'profitWithdraw', ...signed, account: address, recipient, size: 5_000_000 },
      { ...later(signed), account: recipient, recipient: FRIEND, size: 5_000_001 },
      (signature) => ({ order: { ...signed, recipient, size: 5_000_000 }, signature }),
      { isRefusedLater: true },
    )
  }

  const MESSAGES: Readonly<Record<SignedCall, readonly (() => Message | Promise<Message>)[]>> = {
    register: [registration, solanaRegistration, contractRegistration],
    placeOrder: [order, () => leg('tp'), () => leg('sl')],
    replaceOrder: [() => replaced('cancel'), () => replaced('place')],
    cancelOrder: [async () => cancel(await world.place(trader, { limitPrice: '41000' }))],
    amendOrder: [
      async () => {
        const signed = stamp()
        const fields = { id: await world.place(trader, { limitPrice: '42000' }), size: '0.02', limitPrice: '42000' } // prettier-ignore
        const others = { id: `0x${'12'.repeat(32)}`, size: '0.020', limitPrice: '42000.0' }
        return ofAction(
          'an amendment',
          trader,
          rival,
          { kind: 'amend', ...signed, ...fields },
          { ...later(signed), ...others },
          (signature) => ({ order: { ...signed, ...fields }, signature }),
        )
      },
    ],
    cancelAllOrders: [() => bulk('cancelAll')],
    closeAllPositions: [() => bulk('closeAll')],
    setCancelTimer: [
      () => {
        const signed = stamp()
        return ofAction(
          'the switch',
          trader,
          rival,
          { kind: 'deadman', ...signed, timeoutMs: 60_000 },
          { ...later(signed), timeoutMs: 0 },
          (signature) => ({ order: { ...signed, timeoutMs: 60_000 }, signature }),
        )
      },
    ],
    placeLpOrder: [
      () => {
        const signed = stamp()
        const fields = { orderType: 'DEPOSIT', size: '100' }
        return ofAction(
          'an order of the pool',
          trader,
          rival,
          { kind: 'lp', ...signed, ...fields },
          { ...later(signed), orderType: 'SCHEDULE_WITHDRAW', size: '100.0' },
          (signature) => ({ order: { ...signed, ...fields }, signature }),
        )
      },
    ],
    cancelLpOrder: [() => ({ ...cancel(hash32(0xab)), isRefusedLater: true })],
    changeAddressBook: [savedAddress],
    withdraw: [() => withdrawal(TEST_CHAIN_ID), () => withdrawal(CHAIN_SOLANA)],
    withdrawProfits: [profit],
    depositAuthorized: [authorization],
  }

  it.each(Object.keys(MESSAGES) as SignedCall[])(
    '[T3] [T5] %s: twelve wrong fields of what is signed are refused, and the good one is taken',
    async (name) => {
      for (const make of MESSAGES[name]) {
        const { what, good, wrong, codes = [REFUSAL.INVALID_SIGNATURE], isRefusedLater } = await make()
        const { path, auth } = CALLS[name]
        const send = async (body: object) =>
          world.call('POST', path, { body, ...(auth === 'key' ? { key: trader.apiKey } : {}) })
        expect([what, new Set(wrong.map(([how]) => how)).size >= CASES_MIN]).toEqual([what, true])
        const seq = world.engine.seq()
        for (const [how, body] of wrong) {
          const { code } = (await send(body)).body
          expect([what, how, codes.includes(code), code]).toEqual([what, how, true, code])
        }
        expect([what, world.engine.seq()]).toEqual([what, seq])
        const { status, body } = await send(good)
        const isTaken = isRefusedLater ? !codes.includes(body.code) : status === 200
        expect([what, isTaken, body]).toEqual([what, true, body])
      }
    },
  )
})

describe('[T5] proofs that identity asks of an embedded wallet', () => {
  const solanaKey = new Uint8Array(32).fill(5)
  const solanaAddress = base58.encode(ed25519.getPublicKey(solanaKey))
  const own = testKey(0x22)
  const fields = { userId: 'user-1', generation: 1, evmAddress: own.address, solanaAddress }
  const otherFields = {
    userId: 'user-2',
    generation: 2,
    evmAddress: FRIEND,
    solanaAddress: SOLANA_DEPOSITS,
  } as const
  const message = (text: string): Uint8Array => {
    const bytes = utf8(text)
    return keccak(concatBytes(utf8(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
  }
  const texts: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a wallet',
      walletProofText(fields),
      Object.entries(otherFields).map(([field, value]) => walletProofText({ ...fields, [field]: value })),
    ],
    [
      'a passkey',
      passkeyProofText('user-1', 'challenge'),
      [
        ...[passkeyProofText('user-2', 'challenge'), passkeyProofText('user-1', 'another')],
        ...[passkeyProofText('user-1', ''), walletProofText(fields)],
      ],
    ],
  ]

  it.each(texts)('%s: twelve wrong ones of the EVM key are none of it', async (_what, text, others) => {
    const proofs = await createWalletProofs()
    const isGood = (signature: string, address: string = own.address): boolean =>
      proofs.isEvmSignature(text, signature, address)
    const good = own.signDigest(message(text))
    const wrong = [
      ...others.map((other) => own.signDigest(message(other))),
      ...misshapen(good).map(([, signature]) => signature),
      STRANGER.signDigest(message(text)),
      own.signDigest(keccak(utf8(text))),
    ]
    expect(new Set(wrong).size).toBeGreaterThanOrEqual(CASES_MIN)
    expect(wrong.filter((signature) => isGood(signature))).toEqual([])
    expect([isGood(good), isGood(good, FRIEND)]).toEqual([true, false])
  })

  it('a wallet: twelve wrong ones of the Solana key are none of it', async () => {
    const proofs = await createWalletProofs()
    const [, text, others] = texts[0]!
    const over = (signed: string, key = solanaKey): Hex => bytesToHex(ed25519.sign(utf8(signed), key))
    const isGood = (signature: string, address = solanaAddress): boolean =>
      proofs.isSolanaSignature(text, signature, address)
    const good = over(text)
    const wrong = [
      ...others.map((other) => over(other)),
      ...[over(`${text} `), over(''), over(text, new Uint8Array(32).fill(6))],
      ...[flipBit(good, 3), flipBit(good, 40), good.slice(0, -2), `${good}00`],
      ...[`0x${'00'.repeat(64)}`, own.signDigest(message(text))],
    ]
    expect(new Set(wrong).size).toBeGreaterThanOrEqual(CASES_MIN)
    expect(wrong.filter((signature) => isGood(signature))).toEqual([])
    expect([isGood(good), isGood(good, SOLANA_DEPOSITS)]).toEqual([true, false])
  })
})
