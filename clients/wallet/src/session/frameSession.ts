/**
 * Who is signed in to this frame. Access tokens live in memory alone; the refresh token lies sealed in this origin where
 * the person wants to be remembered, and is replaced before its successor is used. Tabs take turns, so that none uses
 * up a token that another has just replaced. What a sign-out leaves behind opens nothing: the token that tells this browser
 * from strangers, and the id that tells it from other browsers, both where the person wanted to be remembered.
 */
import {
  ACCESS_TOKEN_VALID_S,
  REFUSAL,
  deviceIdInput,
  type FrameAnswer,
  type FrameParams,
  type IdentityUser,
  type SessionAnswer,
} from '@vest/protocol'
import { z } from 'zod'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { SealedRecords } from '../store/sealedRecords.ts'
import type { AskIdentity } from './askIdentity.ts'

const SESSION = 'session'
const DEVICE_TOKEN = 'device-token'
const DEVICE_ID = 'device-id'
const DEVICE_ID_BYTES = 16
/** A token that ends sooner is renewed before it is used. */
const RENEW_BEFORE_MS = 30_000

const keptSession = z.object({ userId: z.string(), refreshToken: z.string() })
const keptDevice = z.object({ deviceToken: z.string() })
const keptDeviceId = z.object({ deviceId: deviceIdInput })

/** Survives the way to the provider and back in the same tab, and nothing else. */
export interface TabStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface FrameSessionOptions {
  readonly ask: AskIdentity
  readonly records: SealedRecords
  readonly tab: TabStorage
  readonly nowMs: () => number
  /** Runs one at a time, in all tabs of this browser. */
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** The server no longer knows this session. */
  readonly onEnded: () => void
}

export interface FrameSession {
  /** Undefined: no person is signed in here. */
  resume(): Promise<IdentityUser | undefined>
  startCode(params: FrameParams<'login.code.start'>): Promise<FrameAnswer<'login.code.start'>>
  verifyCode(params: FrameParams<'login.code.verify'>): Promise<IdentityUser>
  /** Names this browser to a sign-in; one that has no name yet gets it. */
  device(): Promise<{ readonly deviceId: string }>
  /** Takes the server's answer to a sign-in that was made elsewhere in the frame. */
  enter(answer: SessionAnswer, remember: boolean): Promise<IdentityUser>
  startGoogle(params: FrameParams<'login.google.start'>): Promise<{ readonly url: string }>
  finishGoogle(params: FrameParams<'login.google.finish'>): Promise<FrameAnswer<'login.google.finish'>>
  /** Whom this browser holds, without asking the server. Throws `notAuthenticated`. */
  userId(): Promise<string>
  /** Throws `notAuthenticated`. */
  user(): Promise<IdentityUser>
  noteUser(user: IdentityUser): void
  /** Good for another half minute at least. Throws `notAuthenticated`. */
  tokens(): Promise<{ readonly walletToken: string; readonly exchangeToken: string }>
  /** False: nothing of this session is written. */
  isRemembered(): boolean
  /** The server's time, as its last answer told it. */
  serverNowMs(): number
  end(everywhere: boolean): Promise<void>
}

const GOOGLE = 'google:'
const startedGoogle = z.object({ secret: z.string(), remember: z.boolean() })

export function createFrameSession(options: FrameSessionOptions): FrameSession {
  const { ask, records, tab, nowMs, alone, onEnded } = options
  let live: SessionAnswer | undefined
  let isRemembered = true
  let offsetMs = 0

  const notAuthenticated = (): FrameRefusal => new FrameRefusal('notAuthenticated')

  async function take(answer: SessionAnswer): Promise<IdentityUser> {
    live = answer
    offsetMs = answer.accessExpiryTime - ACCESS_TOKEN_VALID_S * 1_000 - nowMs()
    const where = isRemembered ? 'lasting' : 'memory'
    const { user, refreshToken, deviceToken } = answer
    await records.write(SESSION, { userId: user.userId, refreshToken }, where)
    await records.write(DEVICE_TOKEN, { deviceToken }, where)
    return user
  }

  async function forget(): Promise<void> {
    live = undefined
    await records.delete(SESSION)
  }

  /** New tokens by the token that lies here; undefined where none does, or the server refuses it. */
  const refresh = (): Promise<SessionAnswer | undefined> =>
    alone(SESSION, async () => {
      const kept = await records.read(SESSION, keptSession)
      if (kept === undefined) return undefined
      try {
        const answer = await ask('refresh', { body: { refreshToken: kept.refreshToken } })
        await take(answer)
        return answer
      } catch (error) {
        if (!isUnauthorized(error)) throw error
        await forget()
        onEnded()
        return undefined
      }
    })

  async function standing(): Promise<SessionAnswer> {
    if (live !== undefined && live.accessExpiryTime - RENEW_BEFORE_MS > nowMs() + offsetMs) return live
    const answer = await refresh()
    if (answer === undefined) throw notAuthenticated()
    return answer
  }

  const known = async (): Promise<{ readonly deviceToken?: string }> =>
    (await records.read(DEVICE_TOKEN, keptDevice)) ?? {}

  async function device(): Promise<{ readonly deviceId: string }> {
    const kept = await records.read(DEVICE_ID, keptDeviceId)
    if (kept !== undefined) return kept
    const drawn = { deviceId: base64url(crypto.getRandomValues(new Uint8Array(DEVICE_ID_BYTES))) }
    await records.write(DEVICE_ID, drawn, 'memory')
    return drawn
  }

  async function enter(answer: SessionAnswer, remember: boolean): Promise<IdentityUser> {
    isRemembered = remember
    const user = await take(answer)
    // The id is written for a person who is remembered. One that lies here stays: it is the browser's.
    if (remember) await records.write(DEVICE_ID, await device(), 'lasting')
    return user
  }

  return {
    async resume() {
      return live?.user ?? (await refresh())?.user
    },
    async startCode({ email, language }) {
      return ask('startCode', { body: { email, language, ...(await known()) } })
    },
    async verifyCode({ remember, ...given }) {
      const body = { ...given, ...(await known()), ...(await device()) }
      return enter(await ask('verifyCode', { body }), remember)
    },
    device,
    enter,
    async startGoogle({ returnPath, language, remember }) {
      const secret = base64url(crypto.getRandomValues(new Uint8Array(32)))
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
      const secretHash = base64url(new Uint8Array(digest))
      const { url, state } = await ask('startOidc', {
        body: { provider: 'google', returnPath, secretHash, language },
      })
      tab.setItem(`${GOOGLE}${state}`, JSON.stringify({ secret, remember }))
      return { url }
    },
    async finishGoogle({ state, code, iss }) {
      const name = `${GOOGLE}${state}`
      const started = readStarted(tab.getItem(name))
      tab.removeItem(name)
      // This tab did not ask for it: the sign-in of an attacker, pushed onto this browser.
      if (started === undefined) throw new FrameRefusal('refused', { code: REFUSAL.SIGN_IN_FAILED })
      const answer = await ask('returnOidc', {
        body: {
          state,
          code,
          secret: started.secret,
          ...(iss === undefined ? {} : { iss }),
          ...(await device()),
        },
      })
      if (answer.kind === 'codeNeeded') return answer
      const user = await enter(answer, started.remember)
      return { kind: 'session', user, returnPath: answer.returnPath }
    },
    async userId() {
      const userId = live?.user.userId ?? (await records.read(SESSION, keptSession))?.userId
      if (userId === undefined) throw notAuthenticated()
      return userId
    },
    user: async () => (await standing()).user,
    noteUser(user) {
      if (live?.user.userId === user.userId) live = { ...live, user }
    },
    tokens: standing,
    isRemembered: () => isRemembered,
    serverNowMs: () => nowMs() + offsetMs,
    async end(everywhere) {
      let answer = live
      try {
        answer ??= await refresh()
      } finally {
        // Whether or not the server can be told.
        await forget()
      }
      if (answer === undefined) return
      await ask('signOut', { body: { everywhere }, token: answer.walletToken }).catch((error: unknown) => {
        // Ended already is ended.
        if (!isUnauthorized(error)) throw error
      })
    },
  }
}

function readStarted(text: string | null): z.infer<typeof startedGoogle> | undefined {
  if (text === null) return undefined
  const parsed = startedGoogle.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : undefined
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof FrameRefusal && error.detail.code === REFUSAL.UNAUTHORIZED

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
