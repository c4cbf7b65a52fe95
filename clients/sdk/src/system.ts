/** The exchange about itself: its time and its state. */
import type { Http } from './http.ts'

export const system = (http: Http) => ({
  /** The exchange's time, as it says; `syncTime` uses it. Throws TransportError, TimeoutError. */
  time: () => http.call('time', { untimed: true }),

  /** Measures how far our clock is off; later calls carry corrected time. Throws as `time`. */
  syncTime: () => http.time.sync(),

  /** Corrected time in whole milliseconds ([7.1]). */
  correctedNow: () => http.time.now(),

  /** Where the frame of embedded wallets is ([3.13]). Throws {@link ReadError}. */
  // What is set up here is the same at any time: a request that a busy browser held back is answered as well.
  identity: () => http.call('identity', { untimed: true }),
})
