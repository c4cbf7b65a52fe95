/**
 * Events of the account: each is folded into the account's state, what a fold cannot know is asked for, and then its
 * listeners are told, so that they find the state that it has made.
 */
import type { AccountEvent, NoticesEvent, OrderEvent, TransferEvent } from '@vest/protocol'
import type { Feed, Unsubscribe } from '@vest/sdk'
import { foldAccountEvent, foldOrder, foldTransfer, foldTransferProgress, isFinal } from './account.ts'
import type { AccountHistory } from './accountHistory.ts'
import type { AccountSnapshot } from './accountSnapshot.ts'
import { createListeners } from './listeners.ts'
import type { LiveStores } from './liveStores.ts'

export interface AccountEventsPorts {
  readonly stores: Pick<LiveStores, 'markets' | 'account'>
  readonly snapshot: Pick<AccountSnapshot, 'refreshSoon' | 'checkLater' | 'noteEvent'>
  readonly history: Pick<AccountHistory, 'read' | 'readSoon'>
}

export interface AccountEvents {
  /** Takes the events of a private feed; answers how to stop. */
  follow(feed: PrivateEvents): () => void
  onOrder(listener: (event: OrderEvent) => void): Unsubscribe
  onTransfer(listener: (event: TransferEvent) => void): Unsubscribe
  onCapital(listener: (event: AccountEvent) => void): Unsubscribe
  onNotices(listener: (event: NoticesEvent) => void): Unsubscribe
}

type PrivateEvents = Pick<Feed, 'onOrder' | 'onTransfer' | 'onTransferProgress' | 'onCapital' | 'onNotices'>

export function createAccountEvents({ stores, snapshot, history }: AccountEventsPorts): AccountEvents {
  const { markets, account } = stores
  const orderListeners = createListeners<OrderEvent>()
  const transferListeners = createListeners<TransferEvent>()
  const capitalListeners = createListeners<AccountEvent>()
  const noticesListeners = createListeners<NoticesEvent>()

  function takeOrder(event: OrderEvent): void {
    snapshot.noteEvent()
    const known = markets.latest()
    if (known !== undefined) {
      const folded = foldOrder(account.latest(), event, known)
      account.set(folded.state)
      if (folded.needsSnapshot) snapshot.refreshSoon()
      else if (event.lastFilledSize !== undefined && event.lastFilledSize !== null) snapshot.checkLater()
      // An order that was over before it was seen is told with its end alone: the history knows the rest.
      if (isFinal(event.status) && !folded.state.orders.has(event.id.toLowerCase())) history.readSoon()
    }
    orderListeners.emit(event)
  }

  function takeTransfer(event: TransferEvent): void {
    snapshot.noteEvent()
    account.set(foldTransfer(account.latest(), event))
    snapshot.refreshSoon()
    history.read()
    transferListeners.emit(event)
  }

  function takeCapital(event: AccountEvent): void {
    snapshot.noteEvent()
    account.set(foldAccountEvent(account.latest(), event))
    snapshot.refreshSoon()
    capitalListeners.emit(event)
  }

  return {
    follow(feed) {
      const stops = [
        feed.onOrder(takeOrder),
        feed.onTransfer(takeTransfer),
        feed.onTransferProgress((event) => account.set(foldTransferProgress(account.latest(), event))),
        feed.onCapital(takeCapital),
        feed.onNotices(noticesListeners.emit),
      ]
      return () => {
        for (const stop of stops.toReversed()) stop()
      }
    },
    onOrder: orderListeners.add,
    onTransfer: transferListeners.add,
    onCapital: capitalListeners.add,
    onNotices: noticesListeners.add,
  }
}
