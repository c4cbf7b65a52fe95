/**
 * Identity over its store: who a person is, shown by a code that went to an address or by a provider that may speak for
 * it; the sessions that follow; and the parts of their wallet that the server keeps. Every answer to a stranger is the
 * same whether an address is known here or not, and costs the same. The same person by code and by a provider with that
 * address is one user; an address that was not proved owns nothing.
 *
 * The store is opened by the first call that needs it.
 */
import {
  isIdentityRefusal,
  type IdentityCaller,
  type IdentityPort,
  type IdentityRefusal,
  type IsWalletEmpty,
  type OwnerNotice,
  type SignedIn,
} from '@vest/runtime'
import {
  REFUSAL,
  TOKEN_AUDIENCES,
  type Address,
  type ConfirmRequest,
  type MailLanguage,
  type OidcStartRequest,
  type RecoveryMethod,
  type WalletSummary,
} from '@vest/protocol'
import { createSignInCodes } from './codes/signInCodes.ts'
import { createDevices } from './devices.ts'
import { normalEmail } from './emailAddress.ts'
import { isSame, sha256, type IdentityKeys } from './keys/identityKeys.ts'
import { sealJson, unsealJson } from './keys/sealed.ts'
import {
  CODES_PER_NETWORK,
  DAY_MS,
  DEVICE_KEPT_MS,
  HOUR_MS,
  KEPT_MS,
  LETTERS_PER_PERSON,
  OIDC_REQUEST_MS,
  PASSKEY_ASKS_PER_NETWORK,
  PASSKEY_STARTS_PER_NETWORK,
  PASSKEY_STARTS_PER_PERSON,
} from './limits.ts'
import { letterMail } from './mail/letterTexts.ts'
import { createMailQueue, type Mail, type MailPort } from './mail/mailQueue.ts'
import type { OidcProvider, OidcRequest } from './oidc/oidcProvider.ts'
import { networkPrefix } from './networkPrefix.ts'
import { createPasskeys } from './passkeys/passkeys.ts'
import { createPeople, walletSummaryOf, type Person } from './people.ts'
import { createSessions, type Granted } from './sessions.ts'
import type { IdentityRows, IdentityStore } from './store/identityStore.ts'
import { createAccessTokens } from './tokens/accessTokens.ts'
import { createWallets, type ProofChecks } from './wallets.ts'

export interface IdentityOptions {
  readonly openStore: () => Promise<IdentityStore>
  readonly keys: IdentityKeys
  /** `iss` of access tokens: the wallet's origin. */
  readonly issuer: string
  /** Where the wallet's frame stands. */
  readonly appOrigins: readonly string[]
  readonly nowMs: () => number
  readonly mail: MailPort
  readonly google?: OidcProvider
  readonly proofs: ProofChecks
  /** False: no person has ever signed in here, and the store need not be opened to know it. */
  readonly hasPeople?: () => boolean
  /** What an operator should know; never an address, a code or a token. */
  readonly onTrouble: (what: string, error?: unknown) => void
}

interface PendingOidc {
  readonly request: OidcRequest
  readonly returnPath: string
  readonly secretHash: string
  readonly language: MailLanguage
}

export const refused = (
  code: IdentityRefusal['refused'],
  more: Omit<IdentityRefusal, 'refused'> = {},
): IdentityRefusal => ({
  refused: code,
  ...more,
})

/** What a new split has changed for its owner. */
function noticeOf({
  before,
  after,
}: Readonly<Record<'before' | 'after', readonly RecoveryMethod[]>>): OwnerNotice {
  const [added] = after.filter((method) => !before.includes(method))
  if (added !== undefined || after.length > before.length)
    return { kind: 'recoveryAdded', method: added ?? after.at(-1)! }
  const removed = before.find((method) => !after.includes(method))
  return removed === undefined ? { kind: 'rotated' } : { kind: 'recoveryRemoved', method: removed }
}

const addressesOf = ({ evmAddress, solanaAddress }: WalletSummary) => ({
  evmAddress: evmAddress.toLowerCase() as Address,
  solanaAddress,
})

export function createIdentity(options: IdentityOptions): IdentityPort {
  const { keys, nowMs, google, onTrouble } = options
  const mails = createMailQueue({
    port: options.mail,
    onDropped: (reason, error) => onTrouble(`a mail was dropped: ${reason}`, error),
  })
  const tokens = createAccessTokens({ seed: keys.signingSeed, issuer: options.issuer, nowMs })
  const people = createPeople(keys)
  const devices = createDevices({ keys, people })
  const codes = createSignInCodes({ keys, mails })
  const sessions = createSessions({ keys, tokens, people, devices })
  const passkeys = createPasskeys({
    keys,
    people,
    proofs: options.proofs,
    origin: options.issuer,
    appOrigins: options.appOrigins,
  })
  const wallets = createWallets({ people, keys, proofs: options.proofs })

  let isEmpty: IsWalletEmpty = async () => false
  let opening: Promise<IdentityStore> | undefined
  const store = (): Promise<IdentityStore> =>
    (opening ??= options.openStore().catch((error: unknown) => {
      opening = undefined
      throw error
    }))
  const within = async <T>(work: (rows: IdentityRows, nowMs: number) => Promise<T>): Promise<T> =>
    (await store()).transaction((rows) => work(rows, nowMs()))

  let forgotMs = 0
  async function forgetSometimes(rows: IdentityRows, now: number): Promise<void> {
    if (now - forgotMs < HOUR_MS) return
    forgotMs = now
    await rows.forget(now - KEPT_MS)
    await rows.forgetDevices(now - DEVICE_KEPT_MS)
  }

  /** Undefined: this person has had enough of its kind today. */
  async function letterTo(
    rows: IdentityRows,
    person: Person,
    notice: OwnerNotice,
    { from, now }: { readonly from: string; readonly now: number },
  ): Promise<Mail | undefined> {
    const count = { scope: `letters ${notice.kind}`, key: keys.lookup('letters', person.userId) }
    if ((await rows.counted(count, now - DAY_MS)) >= LETTERS_PER_PERSON) return undefined
    await rows.count([count], now)
    const [email, language] = [await people.emailOf(rows, person), await sessions.languageOf(rows, person)]
    return letterMail(email, language, {
      ...notice,
      timeMs: now,
      network: from === '' ? '' : networkPrefix(from),
    })
  }

  type Tell = (rows: IdentityRows, person: Person, notice: OwnerNotice) => Promise<void>
  /** Letters of a transaction leave once what they tell of is on the disk, and none where it was refused. */
  async function withLetters<T extends object>(
    from: IdentityCaller,
    work: (tell: Tell) => Promise<T | IdentityRefusal>,
  ): Promise<T | IdentityRefusal> {
    const letters = new Map<string, Mail>()
    const answer = await work(async (rows, person, notice) => {
      const letter = await letterTo(rows, person, notice, { from: from.address, now: nowMs() })
      // A transaction that met another is run again.
      if (letter !== undefined) letters.set(notice.kind, letter)
    })
    if (!isIdentityRefusal(answer)) for (const letter of letters.values()) mails.add(letter)
    return answer
  }

  const asPerson = <T extends object>(
    who: SignedIn,
    work: (rows: IdentityRows, person: Person, now: number) => Promise<T | IdentityRefusal>,
  ): Promise<T | IdentityRefusal> =>
    within(async (rows, now) => {
      const person = await people.byId(rows, who.userId)
      return person === undefined ? refused(REFUSAL.UNAUTHORIZED) : work(rows, person, now)
    })

  /** Undefined: the proof is of this person. */
  async function unproven(
    rows: IdentityRows,
    person: Person,
    request: ConfirmRequest,
    from: IdentityCaller,
    now: number,
  ): Promise<IdentityRefusal | undefined> {
    if (request.by === 'passkey') {
      const shown = await passkeys.check(rows, request.passkey, now)
      if ('refused' in shown) return shown
      return shown.userId === person.userId ? undefined : refused(REFUSAL.SIGN_IN_FAILED)
    }
    const checked = await codes.check(
      rows,
      { ...request, email: await people.emailOf(rows, person) },
      from,
      now,
    )
    return isIdentityRefusal(checked) ? checked : undefined
  }

  /** Tokens are signed once the session is on the disk. */
  const granted = async (result: Granted | IdentityRefusal) =>
    isIdentityRefusal(result) ? result : sessions.answerOf(result)

  /** Who a token names, as far as the session stands. */
  async function standing(token: string, audience: (typeof TOKEN_AUDIENCES)[keyof typeof TOKEN_AUDIENCES]) {
    const claims = await tokens.verify(token, audience)
    if (claims === undefined) return undefined
    const who: SignedIn = { userId: claims.sub, sessionId: claims.sid }
    return (await within((rows, now) => sessions.stands(rows, who, now))) ? who : undefined
  }

  return {
    keys: tokens.keys,

    prepare() {
      // A store that does not open now is tried again at the first call, which is answered with its failure.
      store().catch((error: unknown) => onTrouble('the store of identity did not open', error))
    },

    async startCode(request, from) {
      const email = normalEmail(request.email)
      if (email === undefined)
        return refused(REFUSAL.INVALID_PARAMETER, { message: 'Invalid parameter: email' })
      const started = await within(async (rows, now) => {
        await forgetSometimes(rows, now)
        return codes.start(rows, { ...request, email }, from, now)
      })
      return isIdentityRefusal(started) ? started : codes.sent(started)
    },

    async verifyCode({ email: text, deviceId, ...request }, from) {
      const email = normalEmail(text)
      if (email === undefined)
        return refused(REFUSAL.INVALID_PARAMETER, { message: 'Invalid parameter: email' })
      return granted(
        await within(async (rows, now) => {
          const checked = await codes.check(rows, { ...request, email }, from, now)
          if (isIdentityRefusal(checked)) return checked
          const user = await people.byEmail(rows, email, now)
          const { language, identity } = checked
          if (identity !== undefined) await people.link(rows, user, identity, now)
          const method = identity === undefined ? 'code' : 'google'
          return sessions.begin(rows, user, { ...from, language, method, deviceId }, now)
        }),
      )
    },

    async startOidc(request: OidcStartRequest, from) {
      if (google === undefined) return refused(REFUSAL.SIGN_IN_FAILED)
      const network = { scope: 'asks', key: keys.lookup('network', networkPrefix(from.address)) }
      const isBusy = await within(async (rows, now) => {
        await forgetSometimes(rows, now)
        if ((await rows.counted(network, now - HOUR_MS)) >= CODES_PER_NETWORK) return true
        await rows.count([network], now)
        return false
      })
      if (isBusy) return refused(REFUSAL.TOO_MANY_REQUESTS, { retryAfterS: HOUR_MS / 1_000 })
      let begun: Awaited<ReturnType<OidcProvider['begin']>>
      try {
        begun = await google.begin()
      } catch (error) {
        onTrouble('the sign-in provider cannot be reached', error)
        return refused(REFUSAL.SIGN_IN_FAILED)
      }
      const { language, returnPath, secretHash } = request
      const pending: PendingOidc = { request: begun.request, returnPath, secretHash, language }
      return within(async (rows, now) => {
        const expiresMs = now + OIDC_REQUEST_MS
        await rows.addRequest({
          stateHash: sha256(begun.request.state),
          sealed: sealJson(keys.looseKey, 'oidc request', pending),
          expiresMs,
        })
        return { url: begun.url, state: begun.request.state, expiryTime: expiresMs }
      })
    },

    async returnOidc({ state, code, iss, secret, deviceId }, from) {
      if (google === undefined) return refused(REFUSAL.SIGN_IN_FAILED)
      const taken = await within((rows) => rows.takeRequest(sha256(state)))
      if (taken === undefined || taken.expiresMs <= nowMs()) return refused(REFUSAL.SIGN_IN_FAILED)
      const pending = unsealJson<PendingOidc>(keys.looseKey, 'oidc request', taken.sealed)
      if (!isSame(sha256(secret), new Uint8Array(Buffer.from(pending.secretHash, 'base64url'))))
        return refused(REFUSAL.SIGN_IN_FAILED)
      const person = await google
        .finish(pending.request, { code, ...(iss === undefined ? {} : { iss }) })
        .catch((error: unknown) => onTrouble('the sign-in provider cannot be reached', error))
      const email = person && normalEmail(person.email)
      if (!person || email === undefined) return refused(REFUSAL.SIGN_IN_FAILED)
      const identity = { issuer: person.issuer, subject: person.subject, email }
      const { returnPath, language } = pending
      const arrival = { ...from, language, method: 'google', deviceId } as const
      const result = await within(async (rows, now) => {
        const known = await people.byProvider(rows, identity)
        if (known !== undefined) return sessions.begin(rows, known, arrival, now)
        if (!person.isAuthoritative)
          return codes.start(rows, { email, language, pending: identity }, from, now)
        const user = await people.byEmail(rows, email, now)
        await people.link(rows, user, identity, now)
        return sessions.begin(rows, user, arrival, now)
      })
      if (isIdentityRefusal(result)) return result
      if ('mail' in result) return { kind: 'codeNeeded', email, returnPath, ...codes.sent(result) }
      return { ...(await sessions.answerOf(result)), returnPath }
    },

    async refresh({ refreshToken }, from) {
      const renewed = await within((rows, now) => sessions.renew(rows, refreshToken, from, now))
      if (!('notice' in renewed)) return granted(renewed)
      mails.add(renewed.notice)
      return refused(REFUSAL.UNAUTHORIZED)
    },

    signedIn: (token) => standing(token, TOKEN_AUDIENCES.wallet),

    signOut: (who, { everywhere }) =>
      within(async (rows, now) => {
        const ended = everywhere
          ? (await rows.sessionsOf(who.userId)).map(({ sessionId }) => sessionId)
          : [who.sessionId]
        for (const sessionId of ended) await rows.endSession(sessionId, now)
        return {}
      }),

    user: (who) =>
      within(async (rows) => {
        const user = await people.byId(rows, who.userId)
        return user === undefined ? refused(REFUSAL.UNAUTHORIZED) : people.described(rows, user)
      }),

    deleteUser: (who, request, from: IdentityCaller) =>
      within(async (rows, now) => {
        const user = await people.byId(rows, who.userId)
        if (user === undefined) return refused(REFUSAL.UNAUTHORIZED)
        const email = await people.emailOf(rows, user)
        const checked = await codes.check(rows, { ...request, email }, from, now)
        if (isIdentityRefusal(checked)) return checked
        await rows.removeUser(who.userId)
        return {}
      }),

    sessions: (who) =>
      within(async (rows, now) => {
        const user = await people.byId(rows, who.userId)
        return user === undefined
          ? refused(REFUSAL.UNAUTHORIZED)
          : { sessions: await sessions.listed(rows, user, who, now) }
      }),

    endSession: (who, sessionId) =>
      within(async (rows, now) => {
        const session = await rows.session(sessionId)
        if (session?.userId === who.userId) await rows.endSession(sessionId, now)
        return {}
      }),

    wallet: (who) => within((rows) => wallets.read(rows, who)),
    putWallet: (who, request, from) =>
      withLetters(from, (tell) =>
        wallets.put(who, request, within, (rows, person, change) => tell(rows, person, noticeOf(change))),
      ),

    renewal: async (who) => {
      const kept = await within((rows) => wallets.read(rows, who))
      return isIdentityRefusal(kept) ? kept : { isOpen: await isEmpty(addressesOf(kept.wallet)) }
    },
    renewWallet: (who, { confirm, ...request }, from) =>
      withLetters(from, (tell) =>
        wallets.put(
          who,
          request,
          within,
          (rows, person) => tell(rows, person, { kind: 'walletRenewed' }),
          async (rows, person, former) => {
            const denied = await unproven(rows, person, confirm, from, nowMs())
            if (denied !== undefined) return denied
            // Asked once more: something may have come since the person was told that nothing is there.
            const isFree = await isEmpty(addressesOf(walletSummaryOf(former)))
            return isFree ? undefined : refused(REFUSAL.WALLET_NOT_EMPTY)
          },
        ),
      ),
    askHoldings: (answer) => {
      isEmpty = answer
    },

    passkeys: (who) =>
      asPerson(who, async (rows, person) => ({ passkeys: [...(await passkeys.listed(rows, person))] })),
    startPasskey: (who, from) =>
      asPerson(who, async (rows, person, now) => {
        const starts = 'passkey starts'
        const own = { scope: starts, key: keys.lookup('person', person.userId) }
        const network = { scope: starts, key: keys.lookup('network', networkPrefix(from.address)) }
        const isBusy =
          (await rows.counted(own, now - HOUR_MS)) >= PASSKEY_STARTS_PER_PERSON ||
          (await rows.counted(network, now - HOUR_MS)) >= PASSKEY_STARTS_PER_NETWORK
        if (isBusy) return refused(REFUSAL.TOO_MANY_REQUESTS, { retryAfterS: HOUR_MS / 1_000 })
        await rows.count([own, network], now)
        return passkeys.startAdd(rows, person, now)
      }),
    addPasskey: (who, request, from) =>
      withLetters(from, (tell) =>
        asPerson(who, async (rows, person, now) => {
          const added = await passkeys.add(rows, person, { ...request, from }, now)
          if ('refused' in added) return added
          await tell(rows, person, { kind: 'passkeyAdded' })
          return { passkeys: [...added] }
        }),
      ),
    removePasskey: (who, id, request, from) =>
      withLetters(from, (tell) =>
        asPerson(who, async (rows, person, now) => {
          // What is to go is no proof: who holds it alone could lock the person out of the others.
          if (request.by === 'passkey' && request.passkey.id === id)
            return refused(REFUSAL.INVALID_PARAMETER, {
              message: 'Another passkey, or a code, must prove it',
            })
          const denied = await unproven(rows, person, request, from, now)
          if (denied !== undefined) return denied
          if (await passkeys.remove(rows, person, id)) await tell(rows, person, { kind: 'passkeyRemoved' })
          return { passkeys: [...(await passkeys.listed(rows, person))] }
        }),
      ),
    async askPasskey(from) {
      const asks = { scope: 'passkey asks', key: keys.lookup('network', networkPrefix(from.address)) }
      return within(async (rows, now) => {
        await forgetSometimes(rows, now)
        if ((await rows.counted(asks, now - HOUR_MS)) >= PASSKEY_ASKS_PER_NETWORK)
          return refused(REFUSAL.TOO_MANY_REQUESTS, { retryAfterS: HOUR_MS / 1_000 })
        await rows.count([asks], now)
        return passkeys.ask(rows, now)
      })
    },
    async passkeySignIn({ passkey, language, deviceId }, from) {
      return granted(
        await within(async (rows, now) => {
          const person = await passkeys.check(rows, passkey, now)
          return 'refused' in person
            ? person
            : sessions.begin(rows, person, { ...from, language, method: 'passkey', deviceId }, now)
        }),
      )
    },
    confirm: (who, request, from) =>
      withLetters(from, (tell) =>
        asPerson(who, async (rows, person, now) => {
          const denied = await unproven(rows, person, request, from, now)
          if (denied !== undefined) return denied
          await tell(rows, person, { kind: 'keyExported' })
          return {}
        }),
      ),

    async ownerOf(token, address) {
      const who = await standing(token, TOKEN_AUDIENCES.exchange)
      if (who === undefined) return undefined
      return within(async (rows) => {
        const user = await people.byId(rows, who.userId)
        if (user === undefined || !(await wallets.owns(rows, who.userId, address))) return undefined
        return { email: await people.emailOf(rows, user) }
      })
    },

    async ownersOnSameDevices(address) {
      if (opening === undefined && options.hasPeople?.() === false) return []
      return within(async (rows) => {
        const userId = await wallets.ownerOf(rows, address)
        return userId === undefined ? [] : devices.ownersBeside(rows, userId)
      })
    },

    async tell(address, notice, from) {
      if (opening === undefined && options.hasPeople?.() === false) return
      try {
        const mail = await within(async (rows, now) => {
          const userId = await wallets.ownerOf(rows, address)
          const person = userId === undefined ? undefined : await people.byId(rows, userId)
          return person && letterTo(rows, person, notice, { from: from.address, now })
        })
        if (mail !== undefined) mails.add(mail)
      } catch (error) {
        onTrouble('a letter to an owner was not written', error)
      }
    },

    async stop() {
      await mails.stop()
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}
