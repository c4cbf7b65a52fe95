/** An order that rests gets another size or price under its id; smaller at its price it keeps its age, else it is judged anew. */
import type { AmendOrder, PlaceOrder } from '@vest/engine'
import { REFUSAL, lots } from '@vest/protocol'
import { max } from './arithmetic.ts'
import { isTooDear } from './band.ts'
import { admitPostOnly, admitTaker, isCrossing, leverageOf, ratioOf, refusal } from './orders.ts'
import { isInWindow, isLateUnspent, type Verdict } from './signedWindow.ts'
import { noteNonce, fork, keep, removeOrder, type TwinOrder, type World } from './world/index.ts'

/** The code of the refusal, if any. */
export function amendOrder(world: World, command: AmendOrder): number | undefined {
  const { nonces } = world.registry
  const key = `${command.signer} ${command.nonce}`
  if (nonces.has(key)) return REFUSAL.DUPLICATE
  if (isLateUnspent(world, command)) return REFUSAL.ORDER_STALE
  noteNonce(world, key, command.orderTimeMs)
  if (!isInWindow(world, command)) return REFUSAL.ORDER_STALE
  const before = world.orders.find(({ id }) => id === command.id)
  if (before === undefined) {
    const isMeant = (one: PlaceOrder): boolean => one.id === command.id && one.account === command.account
    const waiting = world.registry.delayed.find((one) => isMeant(one.command))
    if (waiting !== undefined)
      return waiting.command.orderType === 'LIMIT' ? REFUSAL.POST_ONLY_WOULD_TAKE : REFUSAL.INVALID_ORDER_TYPE
  }
  if (before === undefined || world.accounts[before.accountId]!.address !== command.account)
    return REFUSAL.ORDER_NOT_FOUND
  if (before.signer !== command.signer && world.registry.bounds.has(command.signer))
    return REFUSAL.ACTION_NOT_AVAILABLE
  if (before.type !== 'LIMIT') return REFUSAL.INVALID_ORDER_TYPE

  const numbers = [command.size, command.limitPrice]
  if (numbers.some((number) => !Number.isSafeInteger(number) || number < 1)) return REFUSAL.INVALID_PARAMETER
  const [size, price] = [BigInt(command.size), BigInt(command.limitPrice)]
  const market = world.markets[before.marketId]!
  if (size * max(price, market.mark ?? 0n) * market.scale > 10n ** 15n || size <= before.filled)
    return REFUSAL.INVALID_PARAMETER
  if (price === before.price && size <= before.size) {
    before.size = size
    return undefined
  }
  const tried = fork(world)
  removeOrder(tried, before.id)
  const { code } = judge(tried, before, command)
  if (code === undefined) keep(world, tried)
  return code
}

function judge(tried: World, before: TwinOrder, command: AmendOrder): Pick<Verdict, 'code'> {
  const account = tried.accounts[before.accountId]!
  const market = tried.markets[before.marketId]!
  if (tried.isSim && !market.spec.evalAllowed && !before.reduceOnly) return { code: REFUSAL.SYMBOL_REJECTED }
  const asNew = asPlaced(before, command, market.spec.symbol)
  const code = refusal(tried, account, market, asNew)
  if (code !== undefined) return { code }
  const price = BigInt(command.limitPrice)
  if (isTooDear(market, before.isBuy, price)) return { code: REFUSAL.PRICE_CHECK_FAILED }
  if (tried.parameters.takerDelayMs > 0 && isCrossing(tried, market, { ...before, price }))
    return { code: REFUSAL.POST_ONLY_WOULD_TAKE }
  const order: TwinOrder = {
    ...before,
    size: BigInt(command.size),
    price: BigInt(command.limitPrice),
    initMarginRatio: before.reduceOnly ? before.initMarginRatio : ratioOf(leverageOf(account, market)),
  }
  if (before.timeInForce !== 'POST_ONLY') return admitTaker(tried, market, order, asNew, false)
  return admitPostOnly(tried, market, order, false)
}

/** What is left of it, as if it came now. */
const asPlaced = (before: TwinOrder, command: AmendOrder, symbol: string): PlaceOrder => {
  const { account, signer, nonce, orderTimeMs, recvWindowMs, id, limitPrice } = command
  const { isBuy, reduceOnly, timeInForce, clientId, takeProfit, stopLoss } = before
  const leg = (which: TwinOrder['takeProfit']) =>
    which && { id: which.id, nonce, price: Number(which.price) as typeof limitPrice }
  return {
    kind: 'PlaceOrder',
    id,
    account,
    signer,
    nonce,
    orderTimeMs,
    recvWindowMs,
    symbol,
    isBuy,
    reduceOnly,
    orderType: 'LIMIT',
    limitPrice,
    timeInForce: timeInForce!,
    size: lots(command.size - Number(before.filled)),
    ...(clientId === undefined ? {} : { clientId }),
    ...(takeProfit === undefined ? {} : { takeProfit: leg(takeProfit)! }),
    ...(stopLoss === undefined ? {} : { stopLoss: leg(stopLoss)! }),
  } as PlaceOrder
}
