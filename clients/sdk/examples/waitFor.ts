/** Asks twice a second until the answer is something; gives up after a minute, or when it is told to. */
export async function waitFor<Found>(
  what: string,
  look: () => Promise<Found> | Found,
  signal?: AbortSignal,
): Promise<NonNullable<Found>> {
  const endMs = Date.now() + 60_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (signal?.aborted) throw signal.reason
    if (Date.now() > endMs) throw new Error(`${what} did not come`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
