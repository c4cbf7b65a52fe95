/**
 * At most one run per interval: the first call runs at once, later ones within the interval become a single
 * run at its end. Nothing is lost, because the run reads what has been gathered by then.
 */
export interface ThrottleClock {
  now(): number
  setTimeout(callback: () => void, delayMs: number): unknown
  clearTimeout(handle: unknown): void
}

export interface Throttled {
  (): void
  cancel(): void
}

export function throttle(run: () => void, intervalMs: number, clock: ThrottleClock): Throttled {
  let lastMs = Number.NEGATIVE_INFINITY
  let handle: unknown
  const fire = (): void => {
    handle = undefined
    lastMs = clock.now()
    run()
  }
  const throttled = (): void => {
    if (handle !== undefined) return
    const leftMs = intervalMs - (clock.now() - lastMs)
    if (leftMs <= 0) fire()
    else handle = clock.setTimeout(fire, leftMs)
  }
  throttled.cancel = () => {
    clock.clearTimeout(handle)
    handle = undefined
  }
  return throttled
}
