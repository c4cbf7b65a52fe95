/**
 * Wallets by EIP-6963: each announces itself by an event, as often as it is asked. What it says is checked,
 * because any script of the page may speak; the list keeps the order of arrival and each wallet once.
 */
import type { AnnouncedWallet, Eip1193Provider } from './eip1193.ts'

export const ANNOUNCE = 'eip6963:announceProvider'
export const REQUEST = 'eip6963:requestProvider'

const NAME_MAX = 40

/** The list after one announcement; the same list when it says nothing new or nothing valid. */
export function addAnnouncement(
  wallets: readonly AnnouncedWallet[],
  detail: unknown,
): readonly AnnouncedWallet[] {
  const wallet = readAnnouncement(detail)
  if (wallet === undefined) return wallets
  const isKnown = wallets.some(
    ({ info, provider }) => info.uuid === wallet.info.uuid || provider === wallet.provider,
  )
  return isKnown ? wallets : [...wallets, wallet]
}

function readAnnouncement(detail: unknown): AnnouncedWallet | undefined {
  if (!isRecord(detail) || !isRecord(detail.info) || !isProvider(detail.provider)) return undefined
  const { uuid, name, icon, rdns } = detail.info
  if (!isText(uuid) || !isText(name) || !isText(rdns)) return undefined
  return {
    info: {
      uuid,
      name: name.slice(0, NAME_MAX),
      rdns,
      icon: isText(icon) && icon.startsWith('data:image/') ? icon : undefined,
    },
    provider: detail.provider,
  }
}

/** Listens for wallets and asks them to announce themselves; answers how to stop. */
export function watchWallets(target: EventTarget, onAnnounce: (detail: unknown) => void): () => void {
  const listen = (event: Event): void => onAnnounce((event as CustomEvent<unknown>).detail)
  target.addEventListener(ANNOUNCE, listen)
  target.dispatchEvent(new Event(REQUEST))
  return () => target.removeEventListener(ANNOUNCE, listen)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isProvider = (value: unknown): value is Eip1193Provider =>
  isRecord(value) && typeof value.request === 'function'
