/**
 * Whether the whole of an element can be seen and nothing lies over it, for long enough to be read. A page that embeds
 * this one can move it, cover it or make it faint, and lead a press onto it: where the browser tells (Intersection
 * Observer 2), Approve opens only after 600 ms in full sight. Where it cannot tell, the caller asks for a second press
 * at a place that no page can foresee.
 */
export const IN_SIGHT_MS = 600
const TOLD_EVERY_MS = 100
/** Rounding of a scaled screen. */
const WHOLE = 0.99

interface Seen extends IntersectionObserverEntry {
  readonly isVisible: boolean
}

export const canTellSight = (): boolean =>
  'IntersectionObserverEntry' in globalThis && 'isVisible' in IntersectionObserverEntry.prototype

/** Tells each change; answers how to stop. */
export function watchFullSight(target: Element, onChange: (isInSight: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new IntersectionObserver(
    (entries) => {
      const last = entries[entries.length - 1] as Seen
      const isWhole = last.isVisible && last.intersectionRatio >= WHOLE
      if (!isWhole) {
        clearTimeout(timer)
        timer = undefined
        onChange(false)
      } else timer ??= setTimeout(() => onChange(true), IN_SIGHT_MS)
    },
    // The fields of version 2, which the types of the platform do not have yet.
    {
      threshold: [0, 0.5, WHOLE, 1],
      trackVisibility: true,
      delay: TOLD_EVERY_MS,
    } as IntersectionObserverInit,
  )
  observer.observe(target)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
