/**
 * What the trading page and the wallet's frame say to each other. The frame announces itself to the page's window; the
 * page answers once with a MessagePort, and everything else goes through that port: a request carries an id that was
 * never used before, exactly one answer comes back under it, and the frame may tell events without being asked.
 *
 * The frame accepts a handshake only of its parent, from a listed origin, in this schema, once; every message is
 * parsed as a closed object, and what does not parse is answered with `invalidParameters` or not at all. Nothing here
 * carries a key, a seed or a part of one, and nothing lets the page name a recipient or a signer that is signed for
 * without a press in the frame.
 */
import { z } from 'zod'
import { ADDRESS_LABEL, ADDRESS_LABEL_MAX, WITHDRAWAL_LOCK_MAX_DAYS } from '../constants.ts'
import { ADDRESS_BOOK_CHANGES, LP_ORDER_TYPES, REQUEST_ORDER_TYPES } from '../enums.ts'
import { SOLANA_CHAINS } from '../solanaTransaction/programs.ts'
import { address, hex, timeMs } from '../wire/valueForms.ts'
import {
  codeInput,
  emailInput,
  identityUser,
  MAIL_LANGUAGES,
  oidcReturnRequest,
  oidcStartRequest,
  opaqueText,
  passkeyRow,
  passkeysAnswer,
  plainText,
  sessionsAnswer,
} from './identityCalls.ts'
import { recoveryMethod, solanaAddress } from './shareRecords.ts'

export const FRAME_VERSION = 1
/** The page waits so long for the frame, then shows `initializeFailed` with a button to try again. */
export const FRAME_READY_WITHIN_MS = 15_000

/** Frame to its parent's window, to each listed origin; repeated each second until the port comes. */
export const frameReady = z.strictObject({
  vest: z.literal('wallet-ready'),
  version: z.literal(FRAME_VERSION),
})
export type FrameReady = z.infer<typeof frameReady>
/** Page to the frame's window at the wallet's exact origin, with one MessagePort. */
export const frameConnect = z.strictObject({
  vest: z.literal('wallet-connect'),
  version: z.literal(FRAME_VERSION),
  id: z.uuid(),
})
export type FrameConnect = z.infer<typeof frameConnect>

const none = z.strictObject({})
const integer = z.int().nonnegative()
const decimal = z
  .string()
  .max(40)
  .regex(/^(0|[1-9]\d*)(\.\d+)?$/)
const signed = { time: integer, nonce: integer } as const
/** Lines of a text that is shown to be signed; nothing that hides. */
const shownText = z
  .string()
  .max(4_096)
  .regex(/^(?:[\n\t]|[^\p{Cc}\p{Cf}\p{Co}\p{Cn}])*$/u)
const symbol = plainText(1, 32)
const orderIdText = z.string().regex(/^0x[0-9a-f]{64}$/)

/** What the frame signs silently: what a signing key may do that names neither a recipient nor a signer. */
export const silentAction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('order'),
    ...signed,
    orderType: z.enum(REQUEST_ORDER_TYPES),
    symbol,
    isBuy: z.boolean(),
    size: decimal,
    limitPrice: decimal,
    reduceOnly: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('cancel'), ...signed, id: orderIdText }),
  z.strictObject({
    kind: z.literal('amend'),
    ...signed,
    id: orderIdText,
    size: decimal,
    limitPrice: decimal,
  }),
  z.strictObject({ kind: z.literal('cancelAll'), ...signed, symbol: plainText(0, 32) }),
  z.strictObject({ kind: z.literal('closeAll'), ...signed, symbol: plainText(0, 32) }),
  z.strictObject({ kind: z.literal('deadman'), ...signed, timeoutMs: integer }),
  z.strictObject({ kind: z.literal('lp'), ...signed, orderType: z.enum(LP_ORDER_TYPES), size: decimal }),
])
export type SilentAction = z.infer<typeof silentAction>

export const CAPITAL_STAGES = ['evaluation', 'funded'] as const
export type CapitalStage = (typeof CAPITAL_STAGES)[number]
/** More wallets of one stage than a person uses; behind them nothing is derived. */
export const CAPITAL_WALLETS_MAX = 1_000
const walletIndex = z
  .int()
  .min(0)
  .max(CAPITAL_WALLETS_MAX - 1)

/**
 * A further wallet of the person for the capital programme, by its place in the seed. The message names no
 * address, so it cannot name one of another person.
 */
export const capitalPlace = z.strictObject({ stage: z.enum(CAPITAL_STAGES), index: walletIndex })
export type CapitalPlace = z.infer<typeof capitalPlace>

/** Params and answer of every method of the frame. */
export const FRAME_METHODS = {
  /** Resumes what this browser holds: refreshes the session, opens the wallet. */
  'session.resume': {
    params: none,
    answer: z.object({ user: identityUser.nullable(), state: z.enum(['none', 'locked', 'ready']) }),
  },
  'login.code.start': {
    params: z.strictObject({ email: emailInput, language: z.enum(MAIL_LANGUAGES) }),
    answer: z.object({ challengeId: z.string(), expiryTime: timeMs, resendTime: timeMs }),
  },
  /** `remember` false: everything stays in the frame's memory. */
  'login.code.verify': {
    params: z.strictObject({
      challengeId: opaqueText(64),
      email: emailInput,
      code: codeInput,
      remember: z.boolean(),
    }),
    answer: z.object({ user: identityUser }),
  },
  /** The page sends the whole window there. */
  'login.google.start': {
    params: oidcStartRequest.pick({ returnPath: true, language: true }).extend({ remember: z.boolean() }),
    answer: z.object({ url: z.string() }),
  },
  /** What /oauth/redirect was called with. */
  'login.google.finish': {
    params: oidcReturnRequest.pick({ state: true, code: true, iss: true }),
    answer: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('session'), user: identityUser, returnPath: z.string() }),
      z.object({
        kind: z.literal('codeNeeded'),
        email: z.string(),
        challengeId: z.string(),
        expiryTime: timeMs,
        resendTime: timeMs,
        returnPath: z.string(),
      }),
    ]),
  },
  /** Makes the wallet or opens it; the same wallet however often it is asked. `locked`: recovery is needed. */
  'wallet.open': {
    params: none,
    answer: z.object({
      state: z.enum(['ready', 'locked']),
      evmAddress: address,
      solanaAddress,
    }),
  },
  /** Addresses of `count` places of one stage, from this index on. Nothing is signed. */
  'capital.wallets': {
    params: z.strictObject({
      stage: z.enum(CAPITAL_STAGES),
      from: walletIndex,
      count: z.int().min(1).max(20),
    }),
    answer: z.object({ addresses: z.array(address) }),
  },
  /**
   * The body of POST /register for the frame's own signing key; the page sends it and keeps the API key. `wallet`: of a
   * wallet of the capital programme, whose proof it is as well; absent: of the person's first.
   */
  'trading.approve': {
    params: z.strictObject({
      network: z.enum(['evm', 'solana']),
      remember: z.boolean(),
      wallet: capitalPlace.optional(),
    }),
    answer: z.object({
      signingAddr: address,
      primaryAddr: z.string(),
      signature: z.string(),
      expiryTime: timeMs,
      networkType: z.union([z.literal(0), z.literal(1)]),
      accessToken: z.string(),
    }),
  },
  /** Several at a time: an order with its legs. One signature each, in their order. */
  'trading.sign': {
    params: z.strictObject({
      network: z.enum(['evm', 'solana']),
      actions: z.array(silentAction).min(1).max(3),
      /** Whose key signs; absent: that of the person's first wallet. */
      wallet: capitalPlace.optional(),
    }),
    answer: z.object({ signatures: z.array(hex) }),
  },
  /** From the own account into the pinned vault; `validBefore` at most an hour ahead. The frame draws the nonce. */
  'deposit.authorize': {
    params: z.strictObject({
      chainId: integer,
      /** Token base units. */
      value: z.string().regex(/^[1-9]\d{0,29}$/),
      validAfter: integer,
      validBefore: integer,
    }),
    answer: z.object({ account: address, nonce: hex, signature: hex }),
  },
  /** Shows what leaves for where, and signs after a press in the frame. */
  'withdrawal.approve': {
    params: z.strictObject({
      ...signed,
      network: z.enum(['evm', 'solana']),
      recipient: plainText(1, 64),
      token: address,
      /** Micro-USDC. */
      size: integer,
      chainId: integer,
    }),
    answer: z.object({ signature: z.string() }),
  },
  /**
   * Shows a withdrawal of profit from a funded wallet to the person's first, and signs it after a press in the frame by
   * the funded wallet's trading key, at the time of that press: reading slowly does not make it too late.
   */
  'profit.approve': {
    params: z.strictObject({
      nonce: integer,
      index: walletIndex,
      /** Micro-USDC. */
      size: integer,
    }),
    answer: z.object({ time: timeMs, recipient: address, signature: hex }),
  },
  /**
   * Shows a change of the address book, and signs it after a press in the frame, at the time of that press. What a change
   * does not need is empty or 0.
   */
  'addressBook.approve': {
    params: z.strictObject({
      nonce: integer,
      change: z.enum(ADDRESS_BOOK_CHANGES),
      recipient: plainText(0, 64),
      /** "EVM" = every EVM chain, else the chain's id; "0" = Solana. */
      chain: z.string().regex(/^(?:EVM|0|[1-9]\d{0,15})?$/),
      label: z.union([z.literal(''), z.string().max(ADDRESS_LABEL_MAX).regex(ADDRESS_LABEL)]),
      days: integer.max(WITHDRAWAL_LOCK_MAX_DAYS),
    }),
    answer: z.object({ time: timeMs, signature: hex }),
  },
  /**
   * Reads a transaction of Solana through the wallet's own server, shows what it does and signs it after a press in the
   * frame; the page sends it ([3.15] `signOnly`). What cannot be read has no button to approve it.
   */
  'solana.approve': {
    params: z.strictObject({
      chain: z.enum(SOLANA_CHAINS),
      /** Base64, of one packet at most. */
      transaction: z
        .string()
        .max(1_644)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/),
    }),
    answer: z.object({
      /** Base58. */
      signature: z.string(),
      /** Base64. */
      signedTransaction: z.string(),
      feeLamports: z.string(),
    }),
  },
  /** Signs in with a passkey; where it keeps a way back in, the wallet opens with it. */
  'login.passkey': {
    params: z.strictObject({ language: z.enum(MAIL_LANGUAGES), remember: z.boolean() }),
    answer: z.object({ user: identityUser }),
  },
  'passkeys.list': { params: none, answer: passkeysAnswer },
  /** Makes one, which signs in from then on. `isRecovery`: the authenticator keeps a way back in as well. */
  'passkey.add': { params: none, answer: z.object({ isRecovery: z.boolean() }) },
  /** Removes one, and the way back in that it keeps, after a press in the frame. */
  'passkey.remove': { params: z.strictObject({ id: passkeyRow.shape.id }), answer: none },
  /**
   * Lets the person choose a way back in (passkey, passphrase, file) and saves the recovery part for it: another browser
   * opens the wallet by it. What is typed or kept stays in the frame; the page never sees it.
   */
  'recovery.save': { params: none, answer: z.object({ method: recoveryMethod }) },
  /** Splits the seed anew without this way, after a press in the frame. */
  'recovery.remove': { params: z.strictObject({ method: recoveryMethod }), answer: none },
  /** Splits the seed anew, every way back in kept, after a press in the frame: former parts are worthless. */
  'wallet.rotate': { params: none, answer: none },
  /**
   * Makes a new wallet where this browser holds no part of the one that there is, no way back in is left, and nothing lies
   * in it; after a press and a code in the frame. Its former address is never opened again.
   */
  'wallet.renew': { params: none, answer: z.object({ state: z.literal('ready') }) },
  /** Shows the keys in the frame once the person has proven who they are; the page gets nothing. */
  'wallet.export': { params: none, answer: none },
  /** EIP-191 over a text that is shown in the frame and waits for a press there. Nothing of our own is signed so. */
  'message.sign': {
    params: z.strictObject({ message: shownText }),
    answer: z.object({ signature: hex }),
  },
  /** Asks for a way back in that was saved, and opens a wallet that is `locked` here. */
  'recovery.open': { params: none, answer: z.object({ state: z.literal('ready') }) },
  /** Every browser that the person is signed in with. */
  'sessions.list': { params: none, answer: sessionsAnswer },
  /** Ends one of them; this browser's own is ended by `session.end`. */
  'sessions.end': { params: z.strictObject({ sessionId: opaqueText(64) }), answer: none },
  'session.end': {
    params: z.strictObject({ everywhere: z.boolean() }),
    answer: none,
  },
} as const satisfies Readonly<Record<string, { params: z.ZodType; answer: z.ZodType }>>
export type FrameMethod = keyof typeof FRAME_METHODS
export type FrameParams<M extends FrameMethod> = z.infer<(typeof FRAME_METHODS)[M]['params']>
export type FrameAnswer<M extends FrameMethod> = z.infer<(typeof FRAME_METHODS)[M]['answer']>

export const frameRequest = z.strictObject({
  id: z.uuid(),
  method: z.enum(Object.keys(FRAME_METHODS) as [FrameMethod, ...FrameMethod[]]),
  params: z.unknown(),
})
export type FrameRequest = z.infer<typeof frameRequest>

/** Why the frame did not do it. The page shows its own text of each (`wallet.*` of the languages). */
export const FRAME_FAILURES = [
  /** Failed to initialize embedded wallet proxy */
  'initializeFailed',
  /** Unable to connect to wallet: the frame came, and left a question without an answer */
  'connectFailed',
  /** Wallet is not an embedded wallet: nothing is signed as a text for the account of another wallet */
  'notEmbedded',
  /** User must be authenticated */
  'notAuthenticated',
  /** User exited modal before submitting */
  'userExited',
  /** Invalid transaction request */
  'invalidRequest',
  /** Invalid parameters: not the shape that the method has */
  'invalidParameters',
  /** Message must be a non-empty string */
  'emptyMessage',
  /** Failed to sign message */
  'signFailed',
  /** Unsupported chain */
  'unsupportedChain',
  /** Invalid recipient */
  'invalidRecipient',
  /** This browser holds no part of the wallet: recovery */
  'walletLocked',
  /** No recovery part was saved: only the browser in which the wallet was made opens it */
  'noRecovery',
  /** The passkey signs in, but its authenticator keeps no way back in: another way is needed */
  'noPasskeyRecovery',
  /** Unsupported Solana transaction type */
  'unsupportedTransaction',
  /** The person was told what is missing, and wants to add it */
  'fundsMissing',
  /** The chain would refuse this transaction, or it has become too old */
  'transactionFails',
  /** What was brought back opens another wallet than this person's */
  'otherWallet',
  /** Something lies in the wallet, or is on its way: no new one takes its place */
  'walletNotEmpty',
  /** The server refused; `code` and `message` are its own */
  'refused',
  /** The server did not answer */
  'unreachable',
] as const
export type FrameFailure = (typeof FRAME_FAILURES)[number]

export const frameResponse = z.discriminatedUnion('ok', [
  z.strictObject({ id: z.uuid(), ok: z.literal(true), result: z.unknown() }),
  z.strictObject({
    id: z.uuid(),
    ok: z.literal(false),
    failure: z.enum(FRAME_FAILURES),
    /** Of the error table, where the server refused. */
    code: z.int().optional(),
    message: z.string().max(512).optional(),
    triesLeft: z.int().nonnegative().optional(),
    retryAfterMs: z.int().nonnegative().optional(),
  }),
])
export type FrameResponse = z.infer<typeof frameResponse>

/** Told without being asked. */
export const frameEvent = z.discriminatedUnion('event', [
  /** The frame needs to be seen (an approval), this high. */
  z.strictObject({ event: z.literal('show'), heightPx: z.int().min(0).max(4_096) }),
  z.strictObject({ event: z.literal('hide') }),
  /** The session ended elsewhere: the page logs out. */
  z.strictObject({ event: z.literal('sessionEnded') }),
])
export type FrameEvent = z.infer<typeof frameEvent>
