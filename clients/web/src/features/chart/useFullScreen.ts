/**
 * A panel that fills the screen. The whole page is what the browser enlarges, and the panel lies over the rest of it:
 * toasts, dialogs, menus and tooltips hang on the page, and nothing outside of an enlarged element would be seen.
 */
import { useEffect, useState } from 'react'

/** Below every layer, above header and page, and clear of the banners: what they say is true here as well. */
export const FULL_SCREEN = 'fixed inset-x-0 top-(--banners) bottom-0 z-35'

export function useFullScreen(): { readonly isFull: boolean; readonly toggle: () => void } {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const follow = (): void => setIsFull(isPageFull())
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      leaveFullScreen()
    }
  }, [])
  const toggle = (): void => {
    if (isPageFull()) return leaveFullScreen()
    // The banners stand at the top of the page.
    scrollTo(0, 0)
    void document.documentElement.requestFullscreen()
  }
  return { isFull, toggle }
}

/** For what goes on beside the panel. */
export function leaveFullScreen(): void {
  if (isPageFull()) void document.exitFullscreen()
}

const isPageFull = (): boolean => document.fullscreenElement !== null
