/**
 * Waiting for facts. A question is asked until its answer is there; a test that waits for a moment instead of a
 * fact is slow on a fast machine and wrong on a slow one. The limit is generous because other work may share
 * the processor; only a broken product ever reaches it.
 */
const LIMIT_MS = 60_000
const ASK_AGAIN_MS = 50

export interface UntilOptions {
  readonly limitMs?: number
}

/** The first answer of `ask` that is neither undefined nor false. Throws what was awaited, with the last answer or error. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  options: UntilOptions = {},
): Promise<T> {
  const deadlineMs = performance.now() + (options.limitMs ?? LIMIT_MS)
  for (;;) {
    let last: unknown
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
      last = answer
    } catch (error) {
      last = error
    }
    if (performance.now() > deadlineMs) throw new Error(`waited in vain until ${what}`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}
