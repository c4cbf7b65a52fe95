/**
 * How a window of the network comes back to the page that opened it: by a channel of this origin, since the two know each
 * other by nothing else.
 */
export interface SocialReturn {
  /** Absent where leave was declined. */
  readonly code: string | undefined
  readonly state: string
}

const CHANNEL = 'vest-social'

/** What the network put into the address; undefined where it is none of its returns. */
export function readSocialReturn(search: string): SocialReturn | undefined {
  const query = new URLSearchParams(search)
  const state = query.get('state')
  if (state === null || state === '') return undefined
  const code = query.get('code')
  return { state, code: code === null || code === '' ? undefined : code }
}

export function postSocialReturn(back: SocialReturn): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(back)
  channel.close()
}

export function onSocialReturn(listener: (back: SocialReturn) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SocialReturn>) => listener(data)
  return () => channel.close()
}
