/**
 * A panel that fills the screen. The whole page is what the browser enlarges, and the panel lies over the rest of it:
 * toasts, dialogs, menus and tooltips hang on the page, and nothing outside of an enlarged element would be seen.
 */
import { useEffect, useState } from 'react'

/** Below every layer, above header and page. */
export const FULL_SCREEN = 'fixed inset-0 z-35'

export function useFullScreen(): { readonly isFull: boolean; readonly toggle: () => void } {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const follow = (): void => setIsFull(isPageFull())
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      if (isPageFull()) void document.exitFullscreen()
    }
  }, [])
  const toggle = (): void =>
    void (isPageFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return { isFull, toggle }
}

const isPageFull = (): boolean => document.fullscreenElement !== null
