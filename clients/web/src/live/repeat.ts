/** Runs `action` every `intervalMs`, first after one interval, until the returned function is called. */
import type { ClientClock } from '@vest/sdk'

export function repeat(clock: ClientClock, intervalMs: number, action: () => void): () => void {
  let handle: unknown
  const again = (): void => {
    handle = clock.setTimeout(() => {
      action()
      again()
    }, intervalMs)
  }
  again()
  return () => clock.clearTimeout(handle)
}
