/** Tells the other tabs of this browser who signed in or out; they follow. */
import { accountAddress, type AccountAddress } from '@vest/protocol'

export interface SessionNews {
  readonly kind: 'signed-in' | 'signed-out'
  readonly account: AccountAddress
}

export interface SessionChannel {
  tell(news: SessionNews): void
  onNews(listener: (news: SessionNews) => void): void
}

export const SESSION_CHANNEL = 'vest.session'

export function createSessionChannel(
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
): SessionChannel {
  return {
    tell: (news) => channel.postMessage(news),
    onNews(listener) {
      channel.addEventListener('message', (event) => {
        if (isNews(event.data)) listener(event.data)
      })
    },
  }
}

const isNews = (data: unknown): data is SessionNews =>
  typeof data === 'object' &&
  data !== null &&
  'kind' in data &&
  (data.kind === 'signed-in' || data.kind === 'signed-out') &&
  'account' in data &&
  typeof data.account === 'string' &&
  accountAddress(data.account) === data.account
