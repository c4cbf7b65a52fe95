/** The caller's own account: figures and positions, used nonces, leverage, and the key of the private feed. */
import type { ApiKeyRequest, GuardrailsRequest, HistoryInterval } from '@vest/protocol'
import type { CallError } from './errors.ts'
import type { Http } from './http.ts'
import type { TimeWindow } from './marketData.ts'

/** 1099: no deposit yet; 3003: stale price; 3021: lowering with a position open; 3036: above
 * the owner's own cap; 1130: outside the allowed range. */
export type SetLeverageError = CallError<'setLeverage'>
/** 1125: the key has expired or there is none; create one. */
export type ListenKeyError = CallError<'extendListenKey'>

/** 1099: no deposit yet. */
export type SetGuardrailsError = CallError<'setGuardrails'>

export interface EquityQuery extends TimeWindow {
  /** Default 1h. */
  readonly interval?: HistoryInterval | undefined
}

export const account = (http: Http) => ({
  /** Collateral, positions, leverages ([7.8]). Throws {@link PrivateReadError}. */
  account: () => http.get('accountResponse', '/account', { access: 'private' }),

  /** The highest nonce accepted for the key's signer, 0 if none. Throws {@link PrivateReadError}. */
  nonce: () => http.get('nonceResponse', '/account/nonce', { access: 'private' }),

  /** What the account was worth, a row per interval, oldest first. Throws {@link PrivateReadError}. */
  equityHistory: (query: EquityQuery = {}) =>
    http.get('equityResponse', '/account/equity', { access: 'private', query: { ...query } }),

  /** Sets a market's leverage, a whole number from 1 up ([7.9], [5.8]). Throws {@link SetLeverageError}. */
  setLeverage: (input: { readonly symbol: string; readonly value: number }) =>
    http.withServerTime((time) =>
      http.send('leverageResponse', 'POST', '/account/leverage', {
        access: 'private',
        body: { time, ...input },
      }),
    ),

  /** The owner's own limits, what waits to loosen them, and what is left of the day. Throws {@link SetGuardrailsError}. */
  guardrails: () => http.get('guardrailsResponse', '/account/guardrails', { access: 'private' }),

  /**
   * Sets all of the owner's own limits, amounts in USDC as decimal text: what is stricter holds at once, what is looser or
   * left out from 00:00 UTC on. Only with the key of a session. Throws {@link SetGuardrailsError}; 1130: not above zero,
   * a leverage above 1000, more than a day of cool-down.
   */
  setGuardrails: (limits: GuardrailsRequest) =>
    http.send('guardrailsResponse', 'POST', '/account/guardrails', { access: 'private', body: limits }),

  /** Who may act for the account: sessions and programs. Throws {@link PrivateReadError}. */
  apiKeys: () => http.get('apiKeysResponse', '/account/apiKeys', { access: 'private' }),

  /**
   * A key for a program: what it may do, until when, from where. Its text is told this once. With scope trade the program
   * signs with a key of its own, `signingAddr`, which was never used here, and `maxDailyLoss` bounds what that gives away in
   * a day. Without, with one that was registered before; absent, with that of this session. Throws
   * {@link PrivateReadError}; 1130: the past, a signing key that is none or not new, too many keys.
   */
  createApiKey: (request: ApiKeyRequest) =>
    http.send('apiKeyResponse', 'POST', '/account/apiKeys', { access: 'private', body: request }),

  /** Ends a key, or a session with its registration; its feeds are closed. Throws {@link PrivateReadError}. */
  revokeApiKey: (id: string) =>
    http.send(undefined, 'DELETE', `/account/apiKeys/${encodeURIComponent(id)}`, {
      access: 'private',
      body: {},
    }),

  /**
   * Ends every other session and, as one may have made keys for its programs, every key of a program; `own` ends the
   * session that asks as well, last, so that a failure on the way leaves it able to go on. Throws
   * {@link PrivateReadError}.
   */
  async endAllSessions({ own = false }: { readonly own?: boolean | undefined } = {}): Promise<void> {
    const keys = await http.get('apiKeysResponse', '/account/apiKeys', { access: 'private' })
    const end = (id: string) =>
      http.send(undefined, 'DELETE', `/account/apiKeys/${encodeURIComponent(id)}`, {
        access: 'private',
        body: {},
      })
    for (const { id, isCurrent } of keys) if (!isCurrent) await end(id)
    const current = keys.find(({ isCurrent }) => isCurrent)
    if (own && current !== undefined) await end(current.id)
  },

  /** The key of the private feed; asking again extends the same one ([7.10]). Throws {@link PrivateReadError}. */
  createListenKey: () =>
    http.send('listenKeyResponse', 'POST', '/account/listenKey', { access: 'private', body: {} }),

  /** Extends the key by 60 minutes. Throws {@link ListenKeyError}. */
  extendListenKey: () =>
    http.send('listenKeyResponse', 'PUT', '/account/listenKey', { access: 'private', body: {} }),

  /** Closes the key and the feeds that use it. Throws {@link ListenKeyError}. */
  deleteListenKey: () =>
    http.send(undefined, 'DELETE', '/account/listenKey', { access: 'private', body: {} }),
})
