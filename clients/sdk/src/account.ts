/** What of the caller's own account takes more than one call, or more than to send it. */
import type { CallError } from './errors.ts'
import type { Http } from './http.ts'

/** ACCOUNT_NOT_FOUND: no deposit yet; the rest says why the leverage stays as it is. */
export type SetLeverageError = CallError<'setLeverage'>

export const account = (http: Http) => ({
  /** Sets a market's leverage, a whole number from 1 up ([7.9], [5.8]). Throws {@link SetLeverageError}. */
  setLeverage: (input: { readonly symbol: string; readonly value: number }) =>
    http.withServerTime((time) => http.call('setLeverage', { body: { time, ...input } })),

  /**
   * Ends every other session and, as one may have made keys for its programs, every key of a program; `own` ends the
   * session that asks as well, last, so that a failure on the way leaves it able to go on. Throws
   * {@link PrivateReadError}.
   */
  async endAllSessions({ own = false }: { readonly own?: boolean | undefined } = {}): Promise<void> {
    const keys = await http.call('apiKeys')
    const end = (id: string) => http.call('revokeApiKey', { params: [id] })
    for (const { id, isCurrent } of keys) if (!isCurrent) await end(id)
    const current = keys.find(({ isCurrent }) => isCurrent)
    if (own && current !== undefined) await end(current.id)
  },
})
