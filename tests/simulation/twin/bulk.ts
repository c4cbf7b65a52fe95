/** Commands that speak of many orders of an account: cancel all, close all, and the dead-man's switch. */
import type {
  CancelAllOrders,
  CancelClientOrder,
  CloseAllPositions,
  SetCancelTimer,
  SignedCommand,
} from '@vest/engine'
import { REFUSAL, lots } from '@vest/protocol'
import { admit } from './orders.ts'
import { isInWindow, isLateUnspent, type Verdict } from './signedWindow.ts'
import { noteNonce, dropDelayed, isDormant, marketBySymbol, removeOrder, type World } from './world/index.ts'

interface Refused {
  readonly code: number
}

export function spend(world: World, command: SignedCommand): number | undefined {
  const { nonces } = world.registry
  const key = `${command.signer} ${command.nonce}`
  if (nonces.has(key)) return REFUSAL.DUPLICATE
  if (isLateUnspent(world, command)) return REFUSAL.ORDER_STALE
  noteNonce(world, key, command.orderTimeMs)
  return isInWindow(world, command) ? undefined : REFUSAL.ORDER_STALE
}

/** The account and, where a market is named, its id. */
function scopeOf(
  world: World,
  command: SignedCommand & { readonly symbol?: string },
): Refused | { accountId: number; marketId?: number } {
  const code = spend(world, command)
  if (code !== undefined) return { code }
  const account = world.accounts.find(({ address }) => address === command.account)
  if (account === undefined) return { code: REFUSAL.ACCOUNT_NOT_FOUND }
  if (command.symbol === undefined) return { accountId: account.id }
  const market = marketBySymbol(world, command.symbol)
  return market === undefined ? { code: REFUSAL.BAD_SYMBOL } : { accountId: account.id, marketId: market.id }
}

export function cancelClientOrder(world: World, command: CancelClientOrder): Refused | { id: string } {
  const code = spend(world, command)
  if (code !== undefined) return { code }
  const order = world.orders.find(
    ({ clientId, accountId }) =>
      clientId === command.clientId && world.accounts[accountId]!.address === command.account,
  )
  if (order === undefined) {
    const [waiting] = dropDelayed(
      world,
      (one) => one.command.clientId === command.clientId && one.command.account === command.account,
    )
    return waiting === undefined ? { code: REFUSAL.ORDER_NOT_FOUND } : { id: waiting }
  }
  removeOrder(world, order.id)
  return { id: order.id }
}

export function cancelAllOrders(world: World, command: CancelAllOrders): Refused | { ids: string[] } {
  const scope = scopeOf(world, command)
  if ('code' in scope) return scope
  const ids = world.orders
    .filter(
      ({ accountId, marketId }) => accountId === scope.accountId && marketId === (scope.marketId ?? marketId),
    )
    .map(({ id }) => id)
  for (const id of ids) removeOrder(world, id)
  const waiting = dropDelayed(
    world,
    ({ accountId, marketId }) => accountId === scope.accountId && marketId === (scope.marketId ?? marketId),
  )
  return { ids: [...ids, ...waiting] }
}

export function closeAllPositions(
  world: World,
  seq: number,
  command: CloseAllPositions,
): Refused | { ids: string[]; verdicts: Verdict[] } {
  const scope = scopeOf(world, command)
  if ('code' in scope) return scope
  const held = [...world.accounts[scope.accountId]!.positions.keys()]
    .filter((id) => id === (scope.marketId ?? id))
    .sort((a, b) => a - b)
  const ids: string[] = []
  const verdicts: Verdict[] = []
  for (const marketId of held) {
    const position = world.accounts[scope.accountId]!.positions.get(marketId)
    if (position === undefined) continue
    const id =
      `0x${seq.toString(16).padStart(48, '0')}${(ids.length + 1).toString(16).padStart(16, '0')}` as const
    const { account, signer, nonce, orderTimeMs, recvWindowMs } = command
    ids.push(id)
    const wereWaiting = world.registry.delayed.length
    verdicts.push(
      admit(world, {
        kind: 'PlaceOrder',
        id,
        account,
        signer,
        nonce,
        orderTimeMs,
        recvWindowMs,
        symbol: world.markets[marketId]!.spec.symbol,
        isBuy: !position.isLong,
        size: lots(Number(position.size)),
        orderType: 'MARKET',
        reduceOnly: true,
        timeInForce: 'GTC',
      }),
    )
    if (world.registry.delayed.length > wereWaiting) world.registry.delayed.at(-1)!.isClosing = true
  }
  return { ids, verdicts }
}

export function setCancelTimer(world: World, command: SetCancelTimer): Refused | { triggerTimeMs?: number } {
  const scope = scopeOf(world, command)
  if ('code' in scope) return scope
  const { timeoutMs } = command
  if (timeoutMs === 0) {
    world.cancelTimers.delete(scope.accountId)
    return {}
  }
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 5_000 || timeoutMs > 86_400_000)
    return { code: REFUSAL.INVALID_PARAMETER }
  world.cancelTimers.set(scope.accountId, world.nowMs + timeoutMs)
  return { triggerTimeMs: world.nowMs + timeoutMs }
}

export function fireCancelTimers(world: World): void {
  for (const [accountId, atMs] of [...world.cancelTimers]) {
    if (atMs > world.nowMs) continue
    world.cancelTimers.delete(accountId)
    world.orders = world.orders.filter((order) => order.accountId !== accountId || isDormant(order))
    dropDelayed(world, (one) => one.accountId === accountId)
  }
}
