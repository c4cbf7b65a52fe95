/**
 * A page that was open over a release asks for chunks that no longer exist: it is reloaded once. A second
 * failure within a minute is shown instead, so that a broken release does not reload for ever.
 */
const KEY = 'vest.reloaded-for-chunk'
const AGAIN_AFTER_MS = 60_000

export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    const lastMs = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - lastMs < AGAIN_AFTER_MS) return
    sessionStorage.setItem(KEY, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
