/**
 * Where the wallet's frame stands: at the end of the page, out of sight until it asks to be seen, then in the middle over
 * everything else, which takes no press meanwhile. It is never moved in the document: a frame that is moved loads anew.
 * Nothing round it is faint, blurred or filtered, or the frame would take itself for covered.
 */
import type { FramePlace } from './frameClient.ts'

export interface FramePlaceOptions {
  readonly title: () => string
  /** Behind the # of the frame's address. */
  readonly look: () => { readonly language: string; readonly theme: string }
}

const SHOWN =
  'fixed z-70 border border-line-ctl bg-s2 shadow-dlg max-md:inset-x-0 max-md:bottom-0 max-md:w-full max-md:rounded-t-[16px] md:top-1/2 md:left-1/2 md:w-[400px] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-[12px]'
/** As wide as it will be, so that the height that it asks for is the one that it needs. */
const HIDDEN = 'fixed top-0 left-0 w-full border-0 pointer-events-none md:w-[400px]'
const HEIGHT_SHARE_MAX = 0.92

export function createFramePlace({ title, look }: FramePlaceOptions): FramePlace {
  const scrim = document.createElement('div')
  scrim.className = 'fixed inset-0 z-70 bg-scrim'
  scrim.hidden = true
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-downloads')
  frame.allow = 'publickey-credentials-create; publickey-credentials-get'
  frame.referrerPolicy = 'strict-origin'
  let before: HTMLElement | null = null
  let made: readonly HTMLElement[] = []
  let address = ''

  const put = (isShown: boolean): void => {
    scrim.hidden = !isShown
    frame.className = isShown ? SHOWN : HIDDEN
    // Out of sight it is nothing that can be reached.
    frame.tabIndex = isShown ? 0 : -1
    frame.setAttribute('aria-hidden', String(!isShown))
    frame.style.visibility = isShown ? 'visible' : 'hidden'
    if (!isShown) frame.style.height = '0'
  }
  const addressed = (): string => `${address}#${new URLSearchParams({ ...look() }).toString()}`

  return {
    load(given) {
      address = given
      frame.title = title()
      frame.src = addressed()
      put(false)
      document.body.append(scrim, frame)
      if (frame.contentWindow === null) throw new Error('The frame has no window')
      return frame.contentWindow
    },
    show(heightPx) {
      frame.title = title()
      // Only what stands behind the # changes: it does not load anew.
      frame.contentWindow?.location.replace(addressed())
      frame.style.height = `${Math.min(heightPx, Math.floor(innerHeight * HEIGHT_SHARE_MAX))}px`
      if (!scrim.hidden) return
      before = document.activeElement instanceof HTMLElement ? document.activeElement : null
      made = [...document.body.children].filter(
        (child): child is HTMLElement =>
          child instanceof HTMLElement && child !== frame && child !== scrim && !child.inert,
      )
      for (const child of made) child.inert = true
      put(true)
      frame.style.height = `${Math.min(heightPx, Math.floor(innerHeight * HEIGHT_SHARE_MAX))}px`
      frame.focus()
    },
    hide() {
      if (scrim.hidden) return
      put(false)
      for (const child of made) child.inert = false
      made = []
      before?.focus()
    },
    remove() {
      this.hide()
      frame.remove()
      scrim.remove()
    },
  }
}
