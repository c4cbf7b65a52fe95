/**
 * One life of a feed after another. Each ends with its connection or a `disconnect`, and has a signal of that, by which
 * late work of an earlier life drops itself.
 */
export interface FeedLife {
  /** Aborted when the present life ends. */
  signal(): AbortSignal
  /** Ends the present life and begins the next. */
  end(): void
}

export function createFeedLife(): FeedLife {
  let present = new AbortController()
  return {
    signal: () => present.signal,
    end() {
      present.abort()
      present = new AbortController()
    },
  }
}
