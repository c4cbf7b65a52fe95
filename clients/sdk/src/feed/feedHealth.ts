/** Whether a feed is to be trusted: healthy exactly while its connection is open. Listeners are told of changes alone. */
import { createFeedListeners, type Unsubscribe } from './feedListeners.ts'

export type FeedHealth = 'healthy' | 'unhealthy'

export interface HealthOfFeed {
  now(): FeedHealth
  set(next: FeedHealth): void
  onChange(listener: (health: FeedHealth) => void): Unsubscribe
}

export function createFeedHealth(): HealthOfFeed {
  const changes = createFeedListeners<FeedHealth>()
  let health: FeedHealth = 'unhealthy'
  return {
    now: () => health,
    set(next) {
      if (health === next) return
      health = next
      changes.tell(next)
    },
    onChange: changes.add,
  }
}
