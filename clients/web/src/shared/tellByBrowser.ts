/**
 * A notification of the browser, where the trader allowed it; a press brings the tab to the front. `tag`: a later one with
 * the same tag takes the place of the earlier.
 */
export function tellByBrowser(title: string, body: string | undefined, tag: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { tag, ...(body === undefined ? {} : { body }) })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Mobile browsers have the name and refuse its use without a service worker; the other ways still tell.
  }
}
