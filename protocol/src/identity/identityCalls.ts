/**
 * The calls of identity, which the wallet's frame makes of its own origin and of no other: codes by mail, sign-in with
 * Google, sessions, and the parts of the wallet. Bodies are closed objects, answers are the same whether an address is
 * known or not.
 */
import { z } from 'zod'
import { SOLANA_CHAINS, SOLANA_READS } from '../solanaTransaction/programs.ts'
import { address, hex, timeMs } from '../wire/valueForms.ts'
import { publishedKeys } from './accessTokens.ts'
import {
  recoveryMethod,
  recoveryRecord,
  shareGeneration,
  shareRecord,
  solanaAddress,
  type ShareRecord,
} from './shareRecords.ts'

export const CODE_DIGITS = 6
export const CODE_TRIES = 5
export const CODE_VALID_MS = 600_000
export const CODE_RESEND_MS = 60_000

export const MAIL_LANGUAGES = ['en', 'zh'] as const
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

export const opaqueText = (most: number) => z.string().regex(new RegExp(`^[A-Za-z0-9._-]{16,${most}}$`))
export const emailInput = z
  .string()
  .max(320)
  .regex(/^\P{Cc}{3,}$/u)
/** Printable ASCII without blanks. */
export const plainText = (least: number, most: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{${least},${most}}$`))
/** Digits with blanks, as people paste them. */
export const codeInput = z.string().regex(/^\s*(\d\s*){6}$/)

// ---------------------------------------------------------------- what is asked

/**
 * 16 random bytes that the frame has drawn for its browser, base64url (decision 0077). Identity keeps a mac of it beside who
 * signs in. It opens nothing.
 */
export const deviceIdInput = z.string().regex(/^[A-Za-z0-9_-]{22}$/)

export const codeStartRequest = z.strictObject({
  email: emailInput,
  language: z.enum(MAIL_LANGUAGES),
  /** From an earlier sign-in in this browser: its tries are counted apart from those of strangers. */
  deviceToken: opaqueText(256).optional(),
})
export type CodeStartRequest = z.infer<typeof codeStartRequest>

export const codeVerifyRequest = z.strictObject({
  challengeId: opaqueText(64),
  email: emailInput,
  code: codeInput,
  deviceToken: opaqueText(256).optional(),
  deviceId: deviceIdInput.optional(),
})
export type CodeVerifyRequest = z.infer<typeof codeVerifyRequest>

export const OIDC_PROVIDERS = ['google'] as const
export type OidcProvider = (typeof OIDC_PROVIDERS)[number]

/** A path of the app: one slash first, so that it leads to no other host. */
const returnPath = z
  .string()
  .max(512)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/)

export const oidcStartRequest = z.strictObject({
  provider: z.enum(OIDC_PROVIDERS),
  returnPath,
  /** base64url of SHA-256 over the secret that this browser keeps until it returns. */
  secretHash: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  language: z.enum(MAIL_LANGUAGES),
})
export type OidcStartRequest = z.infer<typeof oidcStartRequest>

export const oidcReturnRequest = z.strictObject({
  state: opaqueText(128),
  code: plainText(1, 2_048),
  iss: plainText(1, 512).optional(),
  secret: opaqueText(128),
  deviceId: deviceIdInput.optional(),
})
export type OidcReturnRequest = z.infer<typeof oidcReturnRequest>

export const refreshRequest = z.strictObject({ refreshToken: opaqueText(256) })
export type RefreshRequest = z.infer<typeof refreshRequest>

/** `everywhere`: every session of the user, this one included. */
export const signOutRequest = z.strictObject({ everywhere: z.boolean() })
export type SignOutRequest = z.infer<typeof signOutRequest>

/** 65 bytes. */
const evmProof = hex.regex(/^0x[0-9a-f]{130}$/)

/** A code that went to the user's own address: what cannot be undone asks for more than a session. */
export const userDeleteRequest = z.strictObject({ challengeId: opaqueText(64), code: codeInput })
export type UserDeleteRequest = z.infer<typeof userDeleteRequest>

/**
 * Written only where the wallet on the server is still of `expectedGeneration` (0 = there is none); the new one is of
 * the next. The addresses never change. Both keys prove themselves over `walletProofText`.
 */
export const walletPutRequest = z.strictObject({
  expectedGeneration: z.int().min(0).max(999_999),
  serverShare: shareRecord.refine((record: ShareRecord) => record.kind === 'server', 'not the server share'),
  solanaAddress,
  proofs: z.strictObject({
    evm: evmProof,
    /** 64 bytes. */
    solana: hex.regex(/^0x[0-9a-f]{128}$/),
  }),
  /** Every recovery part of the new generation. */
  recovery: z.array(recoveryRecord).max(8),
})
export type WalletPutRequest = z.infer<typeof walletPutRequest>

const base64url = (most: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{1,${most}}$`))
const passkeyId = z.string().regex(/^[A-Za-z0-9_-]{16,1366}$/)

/** What an authenticator made: the parts of a WebAuthn registration that are looked at. */
export const passkeyMade = z.strictObject({
  id: passkeyId,
  clientDataJSON: base64url(4_096),
  attestationObject: base64url(16_384),
  transports: z.array(plainText(1, 32)).max(8),
})
export type PasskeyMade = z.infer<typeof passkeyMade>

/** What an authenticator signed: the parts of a WebAuthn assertion that are looked at. */
export const passkeyShown = z.strictObject({
  id: passkeyId,
  clientDataJSON: base64url(4_096),
  authenticatorData: base64url(4_096),
  signature: base64url(2_048),
})
export type PasskeyShown = z.infer<typeof passkeyShown>

/** The EVM key signs `passkeyProofText` under EIP-191: a session alone, which may be stolen, adds none. */
export const passkeyAddRequest = z.strictObject({ passkey: passkeyMade, proof: evmProof })
export type PasskeyAddRequest = z.infer<typeof passkeyAddRequest>

export const passkeyLoginRequest = z.strictObject({
  passkey: passkeyShown,
  language: z.enum(MAIL_LANGUAGES),
  deviceId: deviceIdInput.optional(),
})
export type PasskeyLoginRequest = z.infer<typeof passkeyLoginRequest>

/** A proof of the person before a key is shown: by a passkey, or by a code to their own address. */
export const confirmRequest = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('passkey'), passkey: passkeyShown }),
  z.strictObject({ by: z.literal('code'), challengeId: opaqueText(64), code: codeInput }),
])
/** Other addresses than before; the next generation, so that no part of the former wallet fits. */
export const walletRenewRequest = walletPutRequest.extend({ confirm: confirmRequest })
export type WalletRenewRequest = z.infer<typeof walletRenewRequest>
export type ConfirmRequest = z.infer<typeof confirmRequest>

// ---------------------------------------------------------------- what is answered

/** The same for every address, known or not. */
export const codeStartAnswer = z.object({
  challengeId: z.string(),
  expiryTime: timeMs,
  /** From then on another mail can be asked for. */
  resendTime: timeMs,
})
export type CodeStartAnswer = z.infer<typeof codeStartAnswer>

export const walletSummary = z.object({
  generation: shareGeneration,
  evmAddress: address,
  solanaAddress,
  recoveryMethods: z.array(recoveryMethod),
})
export type WalletSummary = z.infer<typeof walletSummary>

export const identityUser = z.object({
  userId: z.string(),
  /** Proved by a code or by a provider that vouches for it. */
  email: z.string(),
  signInMethods: z.array(z.enum(['email', 'google'])),
  /** null: none was made yet. */
  wallet: walletSummary.nullable(),
})
export type IdentityUser = z.infer<typeof identityUser>

export const sessionAnswer = z.object({
  kind: z.literal('session'),
  user: identityUser,
  sessionId: z.string(),
  /** Audience `vest-wallet`: stays in the frame. */
  walletToken: z.string(),
  /** Audience `vest-exchange`: for POST /register and other calls of the exchange. */
  exchangeToken: z.string(),
  /** When both tokens end. */
  accessExpiryTime: timeMs,
  /** Good once; 30 s longer for another tab, which gets the same successor. */
  refreshToken: z.string(),
  refreshExpiryTime: timeMs,
  /** Kept after a sign-out: it opens nothing. */
  deviceToken: z.string(),
})
export type SessionAnswer = z.infer<typeof sessionAnswer>

export const oidcStartAnswer = z.object({ url: z.string(), state: z.string(), expiryTime: timeMs })
export type OidcStartAnswer = z.infer<typeof oidcStartAnswer>

/** A provider that does not vouch for the address: a code went there, and POST /identity/code/verify goes on. */
export const codeNeededAnswer = codeStartAnswer.extend({ kind: z.literal('codeNeeded'), email: z.string() })
export const oidcReturnAnswer = z.discriminatedUnion('kind', [
  sessionAnswer.extend({ returnPath: z.string() }),
  codeNeededAnswer.extend({ returnPath: z.string() }),
])
export type OidcReturnAnswer = z.infer<typeof oidcReturnAnswer>

/** How a person shows who they are. */
export const SIGN_IN_WAYS = ['code', 'google', 'passkey'] as const
export type SignInWay = (typeof SIGN_IN_WAYS)[number]

export const sessionRow = z.object({
  sessionId: z.string(),
  isCurrent: z.boolean(),
  createdTime: timeMs,
  lastUsedTime: timeMs,
  expiryTime: timeMs,
  /** The network that it was last used from, cut to /24 or /64. */
  network: z.string(),
  /** Browser and system, as far as the browser tells. */
  browser: z.string(),
  /** What it came in with; null = not known. */
  method: z.enum(SIGN_IN_WAYS),
})
export const sessionsAnswer = z.object({ sessions: z.array(sessionRow) })
export type SessionsAnswer = z.infer<typeof sessionsAnswer>

/** To an authenticated session of the user alone. */
export const walletAnswer = z.object({
  wallet: walletSummary,
  serverShare: shareRecord,
  recovery: z.array(recoveryRecord),
  /** 32 bytes that no other party has: with a passkey's PRF output they make the key of its recovery part. */
  userSecret: hex,
})
export type WalletAnswer = z.infer<typeof walletAnswer>

/** Options of a WebAuthn ceremony, as libraries of both sides write them. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })
export const passkeyOptionsAnswer = z.object({ options: passkeyOptions })
export type PasskeyOptionsAnswer = z.infer<typeof passkeyOptionsAnswer>

export const renewalAnswer = z.object({ isOpen: z.boolean() })
export type RenewalAnswer = z.infer<typeof renewalAnswer>

export const passkeyRow = z.object({
  id: passkeyId,
  /** The browser that it was made in. */
  name: z.string(),
  createdTime: timeMs,
  /** null: not yet. */
  lastUsedTime: timeMs.nullable(),
})
export type PasskeyRow = z.infer<typeof passkeyRow>
export const passkeysAnswer = z.object({ passkeys: z.array(passkeyRow) })
export type PasskeysAnswer = z.infer<typeof passkeysAnswer>

export const walletPutAnswer = z.object({ wallet: walletSummary })
export type WalletPutAnswer = z.infer<typeof walletPutAnswer>

/** What the frame signs for without asking stands here, from its own server, never from the page. */
export const walletConfig = z.object({
  /** The only origins that may embed the frame and talk to it. */
  appOrigins: z.array(z.string()),
  /** `iss` of the access tokens. */
  issuer: z.string(),
  google: z.boolean(),
  /** `verifyingContract` of the approval of a signing key. */
  registrationContract: address,
  /** Where deposits and withdrawals go; the first is the default. */
  chains: z.array(
    z.object({
      chainId: z.int(),
      name: z.string(),
      vault: address,
      token: z.object({
        address,
        name: z.string(),
        version: z.string(),
        decimals: z.int(),
      }),
    }),
  ),
  /** Null: no Solana here. */
  solana: z
    .object({
      chain: z.enum(SOLANA_CHAINS),
      /** The exchange's own wallet there. */
      depositAddress: solanaAddress,
    })
    .nullable(),
})
export type WalletConfig = z.infer<typeof walletConfig>

// ---------------------------------------------------------------- the table

export interface IdentityCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** `none`, or a bearer token of audience `vest-wallet`. */
  readonly auth: 'none' | 'wallet'
  readonly summary: string
  readonly body?: z.ZodType
  readonly answer: z.ZodType
}

const nothing = z.object({})

/** What the frame reads of Solana before it shows a transaction: JSON-RPC, by these methods alone. */
export const solanaReadRequest = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.int(),
  method: z.enum(SOLANA_READS),
  /** An account list or one text, and what goes with it. */
  params: z.tuple([
    z.union([z.string().max(4_096), z.array(z.string().max(44)).min(1).max(100)]),
    z.looseObject({}),
  ]),
})
export type SolanaReadRequest = z.infer<typeof solanaReadRequest>
/** The node's answer, with its result or its error. */
export const solanaReadAnswer = z.looseObject({ jsonrpc: z.literal('2.0') })

export const IDENTITY_CALLS = {
  config: {
    method: 'GET',
    path: '/identity/config',
    auth: 'none',
    summary: 'What the frame may sign for without asking.',
    answer: walletConfig,
  },
  keys: {
    method: 'GET',
    path: '/identity/keys',
    auth: 'none',
    summary: 'The public keys of access tokens.',
    answer: publishedKeys,
  },
  startCode: {
    method: 'POST',
    path: '/identity/code',
    auth: 'none',
    summary: 'Mails a code.',
    body: codeStartRequest,
    answer: codeStartAnswer,
  },
  verifyCode: {
    method: 'POST',
    path: '/identity/code/verify',
    auth: 'none',
    summary: 'Signs in with a code.',
    body: codeVerifyRequest,
    answer: sessionAnswer,
  },
  startOidc: {
    method: 'POST',
    path: '/identity/oidc/start',
    auth: 'none',
    summary: 'Where to send the browser to sign in with a provider.',
    body: oidcStartRequest,
    answer: oidcStartAnswer,
  },
  returnOidc: {
    method: 'POST',
    path: '/identity/oidc/return',
    auth: 'none',
    summary: 'Signs in with what the provider sent back.',
    body: oidcReturnRequest,
    answer: oidcReturnAnswer,
  },
  refresh: {
    method: 'POST',
    path: '/identity/refresh',
    auth: 'none',
    summary: 'New tokens of a session.',
    body: refreshRequest,
    answer: sessionAnswer,
  },
  signOut: {
    method: 'POST',
    path: '/identity/signout',
    auth: 'wallet',
    summary: 'Ends this session, or all.',
    body: signOutRequest,
    answer: nothing,
  },
  user: {
    method: 'GET',
    path: '/identity/user',
    auth: 'wallet',
    summary: 'Who is signed in.',
    answer: identityUser,
  },
  deleteUser: {
    method: 'POST',
    path: '/identity/user/delete',
    auth: 'wallet',
    summary: 'Destroys the data key of the user, and with it everything kept under it.',
    body: userDeleteRequest,
    answer: nothing,
  },
  sessions: {
    method: 'GET',
    path: '/identity/sessions',
    auth: 'wallet',
    summary: 'The sessions of the user.',
    answer: sessionsAnswer,
  },
  endSession: {
    method: 'DELETE',
    path: '/identity/sessions/{id}',
    auth: 'wallet',
    summary: 'Ends one session.',
    answer: nothing,
  },
  wallet: {
    method: 'GET',
    path: '/identity/wallet',
    auth: 'wallet',
    summary: 'The server share and the sealed recovery parts.',
    answer: walletAnswer,
  },
  putWallet: {
    method: 'PUT',
    path: '/identity/wallet',
    auth: 'wallet',
    summary: 'Creates the wallet, or replaces all parts by those of the next generation.',
    body: walletPutRequest,
    answer: walletPutAnswer,
  },
  renewal: {
    method: 'GET',
    path: '/identity/wallet/renewal',
    auth: 'wallet',
    summary:
      'Whether a new wallet may take the place of this one: nothing lies in its accounts, or is on its way.',
    answer: renewalAnswer,
  },
  renewWallet: {
    method: 'POST',
    path: '/identity/wallet/renewal',
    auth: 'wallet',
    summary:
      'Puts a new wallet in the place of one that is empty and whose parts are lost, with a fresh code.',
    body: walletRenewRequest,
    answer: walletPutAnswer,
  },
  passkeys: {
    method: 'GET',
    path: '/identity/passkeys',
    auth: 'wallet',
    summary: 'The passkeys of the user.',
    answer: passkeysAnswer,
  },
  startPasskey: {
    method: 'POST',
    path: '/identity/passkeys/start',
    auth: 'wallet',
    summary: 'What an authenticator needs to make a passkey.',
    answer: passkeyOptionsAnswer,
  },
  addPasskey: {
    method: 'POST',
    path: '/identity/passkeys',
    auth: 'wallet',
    summary: 'Takes a passkey, which signs in from then on.',
    body: passkeyAddRequest,
    answer: passkeysAnswer,
  },
  removePasskey: {
    method: 'POST',
    path: '/identity/passkeys/{id}/remove',
    auth: 'wallet',
    summary: 'Removes one passkey, with a fresh code or another passkey.',
    body: confirmRequest,
    answer: passkeysAnswer,
  },
  askPasskey: {
    method: 'POST',
    path: '/identity/passkeys/ask',
    auth: 'none',
    summary: 'What an authenticator needs to show a passkey of any person.',
    answer: passkeyOptionsAnswer,
  },
  passkeySignIn: {
    method: 'POST',
    path: '/identity/passkeys/signin',
    auth: 'none',
    summary: 'Signs in with a passkey.',
    body: passkeyLoginRequest,
    answer: sessionAnswer,
  },
  confirm: {
    method: 'POST',
    path: '/identity/confirm',
    auth: 'wallet',
    summary: 'Proves the person before a key is shown; they are told by mail.',
    body: confirmRequest,
    answer: nothing,
  },
  solanaRead: {
    method: 'POST',
    path: '/identity/solana',
    auth: 'wallet',
    summary: 'Reads Solana for what is shown before a transaction is approved.',
    body: solanaReadRequest,
    answer: solanaReadAnswer,
  },
} as const satisfies Readonly<Record<string, IdentityCall>>
export type IdentityCallName = keyof typeof IDENTITY_CALLS
