/**
 * What `public/early.js` asked for while the app was on its way. Each answer is taken once, by the first who asks for
 * its path without a choice of markets; one that failed or was refused is asked for anew.
 */
declare global {
  var vestEarly: Map<string, Promise<Response>> | undefined
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** `fetch`, which takes the early answers first. From its making on nothing is asked for early any more. */
export function fetchAfterEarly(
  plain: Fetch,
  early: Map<string, Promise<Response>> = (globalThis.vestEarly ??= new Map()),
): Fetch {
  return async (url, init) => {
    const { pathname, searchParams } = new URL(url, 'http://same.origin')
    const answer = searchParams.has('symbols') ? undefined : early.get(pathname)
    if (answer === undefined) return plain(url, init)
    early.delete(pathname)
    const response = await answer.catch(() => undefined)
    return response?.ok === true ? response : plain(url, init)
  }
}
