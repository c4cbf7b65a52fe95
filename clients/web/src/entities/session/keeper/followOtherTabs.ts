/** This tab follows the others of its browser: a visitor to the account they have signed in, an account to its end. */
import type { AccountAddress } from '@vest/protocol'
import type { SessionChannel } from '../sessionChannel.ts'
import type { SessionInUse } from './sessionInUse.ts'
import type { WalletSignIn } from './walletSignIn.ts'

export interface OtherTabs {
  /** Keys that they have told the end of. */
  endings(): number
  /** Calls back when one of them has ended this tab's session; answers how to stop. */
  onEnded(listener: () => void): () => void
}

export interface OtherTabsOptions {
  readonly channel: Pick<SessionChannel, 'onNews'>
  readonly inUse: Pick<SessionInUse, 'kept' | 'isEmbedded' | 'drop'>
  readonly wallet: Pick<WalletSignIn, 'forgetUsed'>
  readonly activate: (account: AccountAddress) => Promise<boolean>
  readonly forget: (account: AccountAddress, isEmbedded: boolean) => void
}

export function followOtherTabs({ channel, inUse, wallet, activate, forget }: OtherTabsOptions): OtherTabs {
  const listeners = new Set<() => void>()
  let endings = 0

  channel.onNews(({ kind, account }) => {
    if (kind === 'signed-in') {
      if (inUse.kept() === undefined) void activate(account)
      return
    }
    endings += 1
    if (inUse.kept()?.account === account) {
      const wasEmbedded = inUse.isEmbedded()
      inUse.drop()
      forget(account, wasEmbedded)
      for (const listener of [...listeners]) listener()
    } else {
      // A key that this tab has used before is gone as well.
      wallet.forgetUsed(account)
    }
  })

  return {
    endings: () => endings,
    onEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
