/**
 * Navigation asked for by an event ([2.19]): `app:navigate` on the window, with `pathname` and `search`. A notice that
 * outlives the page it was made on, or a script of the page that knows no router, leads on by it. Only within the app.
 */
export const APP_NAVIGATE = 'app:navigate'

export interface AppPlace {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
}

export const askToNavigate = (place: AppPlace, target: EventTarget = window): boolean =>
  target.dispatchEvent(new CustomEvent(APP_NAVIGATE, { detail: place }))

/** Calls back with the address of each event that names a place of the app; returns how to stop. */
export function onAppNavigate(go: (href: string) => void, target: EventTarget = window): () => void {
  const listen = (event: Event): void => {
    const place = placeOf((event as CustomEvent<unknown>).detail)
    if (place !== undefined) go(`${place.pathname}${place.search}`)
  }
  target.addEventListener(APP_NAVIGATE, listen)
  return () => target.removeEventListener(APP_NAVIGATE, listen)
}

/** An event may carry any text: a path of ours, never another origin. */
function placeOf(detail: unknown): AppPlace | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined
  const { pathname, search = '' } = detail as Record<string, unknown>
  if (typeof pathname !== 'string' || !/^\/(?![/\\])/.test(pathname)) return undefined
  if (typeof search !== 'string' || !/^(\?.*)?$/.test(search)) return undefined
  return { pathname, search }
}
