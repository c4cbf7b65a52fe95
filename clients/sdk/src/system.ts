/** The exchange about itself: its time and its state. */
import type { Http } from './http.ts'

export const system = (http: Http) => ({
  /** The exchange's time, as it says; `syncTime` uses it. Throws TransportError, TimeoutError. */
  time: () => http.raw('timeResponse', 'GET', '/v2/time'),

  /** Measures how far our clock is off; later calls carry corrected time. Throws as `time`. */
  syncTime: () => http.time.sync(),

  /** Corrected time in whole milliseconds ([7.1]). */
  correctedNow: () => http.time.now(),

  /** UP, HASISSUES or UNDERMAINTENANCE ([4.3]). Throws {@link ReadError}. */
  status: () => http.get('statusResponse', '/status'),

  /** What the service measured of itself, and when it was less than up. Throws {@link ReadError}. */
  statusHistory: () => http.get('statusHistoryResponse', '/status/history'),

  /** Where the frame of embedded wallets is ([3.13]). Throws {@link ReadError}. */
  // What is set up here is the same at any time: a request that a busy browser held back is answered as well.
  identity: () => http.raw('identityInfoResponse', 'GET', '/v2/identity'),
})
