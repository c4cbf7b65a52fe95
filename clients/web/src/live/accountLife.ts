/**
 * One account after another, each with a signal that ends with it: an answer that comes later belongs to an account that
 * is no longer shown, and its reader drops it.
 */
export interface AccountLife {
  /** Aborted once the account of now is closed or another is opened. */
  signal(): AbortSignal
  /** A private feed tells of the account. */
  isFollowed(): boolean
  /** Another account from here on; answers its signal. */
  begin(): AbortSignal
  follow(): void
  /** The account of `signal` is closed; what was begun for a later one goes on. */
  end(signal: AbortSignal): void
}

export function createAccountLife(): AccountLife {
  let present = new AbortController()
  let isFollowed = false

  function begin(): AbortSignal {
    present.abort()
    present = new AbortController()
    return present.signal
  }

  return {
    signal: () => present.signal,
    isFollowed: () => isFollowed,
    begin,
    follow: () => void (isFollowed = true),
    end(signal) {
      if (!signal.aborted) begin()
      isFollowed = false
    },
  }
}
