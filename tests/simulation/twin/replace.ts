/** 6: one command that cancels an order and places another, judged as if the first were gone; both or neither. */
import { REFUSAL } from '@vest/protocol'
import type { ReplaceOrder } from '@vest/engine'
import { admit, isDuplicate } from './orders.ts'
import { isInWindow, isLateUnspent, type Verdict } from './signedWindow.ts'
import {
  noteNonce,
  fork,
  keep,
  removeOrder,
  standBefore,
  type TwinDelayed,
  type World,
} from './world/index.ts'

export function replaceOrder(
  world: World,
  { cancel, place }: ReplaceOrder,
): { readonly code: number } | { readonly verdict: Verdict } {
  const { nonces, orderIds } = world.registry
  const cancelKey = `${cancel.signer} ${cancel.nonce}`
  const legs = [place.takeProfit, place.stopLoss].filter((leg) => leg !== undefined)
  const keys = [place.nonce, ...legs.map(({ nonce }) => nonce)].map((nonce) => `${place.signer} ${nonce}`)
  if (nonces.has(cancelKey) || keys.includes(cancelKey) || isDuplicate(world, place))
    return { code: REFUSAL.DUPLICATE }
  if (isLateUnspent(world, cancel)) return { code: REFUSAL.ORDER_STALE }
  noteNonce(world, cancelKey, cancel.orderTimeMs)
  for (const key of keys) noteNonce(world, key, place.orderTimeMs)
  for (const { id } of [place, ...legs]) orderIds.add(id)
  if (!isInWindow(world, cancel)) return { code: REFUSAL.ORDER_STALE }

  const at = world.orders.findIndex(({ id }) => id === cancel.id)
  const before = world.orders[at]
  if (before === undefined) return replaceWaiting(world, cancel, place)
  const owner = before && world.accounts[before.accountId]!.address
  if (before === undefined || owner !== cancel.account || owner !== place.account)
    return { code: REFUSAL.ORDER_NOT_FOUND }
  const younger = world.orders.slice(at + 1).map(({ id }) => id)
  const tried = fork(world)
  removeOrder(tried, before.id)
  const verdict = admit(tried, place, { before, younger })
  if (verdict.status === 'REJECTED') return { verdict }
  // Nothing came of it, but makers may have fallen out on the way: those stay out, and the old order stays in.
  if (verdict.status === 'CANCELLED' && verdict.filled === 0n) standBefore(tried, { ...before }, younger)
  keep(world, tried)
  return { verdict }
}

/** A taker that waits is open as well: what does not take may come instead. */
function replaceWaiting(
  world: World,
  cancel: ReplaceOrder['cancel'],
  place: ReplaceOrder['place'],
): { readonly code: number } | { readonly verdict: Verdict } {
  const { registry } = world
  const queue = registry.delayed
  const isMeant = ({ command }: TwinDelayed): boolean =>
    command.id === cancel.id && command.account === cancel.account && command.account === place.account
  if (!queue.some(isMeant)) return { code: REFUSAL.ORDER_NOT_FOUND }
  registry.delayed = queue.filter((one) => !isMeant(one))
  const verdict = admit(world, place, { before: undefined, younger: [] })
  if (verdict.status === 'REJECTED' || (verdict.status === 'CANCELLED' && verdict.filled === 0n))
    registry.delayed = queue
  return { verdict }
}
