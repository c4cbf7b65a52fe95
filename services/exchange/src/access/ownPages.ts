/**
 * Calls that no page of another origin may make: those beside the API, which move prices and mine blocks. Browsers name
 * the origin of a page in `Origin` where it writes or reads across, and in `Sec-Fetch-Site` of every request to this
 * machine, also of a picture; programs send neither. Wallets that live in an extension ask the chain from an origin that no
 * page can have.
 */
export interface PageHeaders {
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined
}

const EXTENSION = /^(chrome|moz|safari-web)-extension:\/\/[A-Za-z0-9-]+$/
const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none'])

/** `host` is one of ours already. */
export function isOwnPage({ host, origin, 'sec-fetch-site': site }: PageHeaders): boolean {
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return false
  return OWN_SITES.has(site)
}

export const isExtension = ({ origin }: PageHeaders): boolean =>
  origin !== undefined && EXTENSION.test(origin)
