/** Commands of SIM accounts that stand in relation to a scene: what the corners of SIM and of the capital programme bend. */
import type { Command, PlaceOrder } from '@vest/engine'
import { REFUSAL, lots, ticks, timeMs, usd6, type Address, type Id, type Ticks } from '@vest/protocol'
import type { Scene } from './scene.ts'
import type { Prng } from './prng.ts'

/** Not the stranger of the corners of REAL. */
export const SIM_STRANGER = `0x${'5b'.repeat(20)}` as Address
const SIM_CLOSE_CODES = [REFUSAL.DELETED_BY_LIQ, REFUSAL.DELETED_BY_LIQ, undefined] as const

export function createSimScene(prng: Prng, scene: Scene) {
  const someone = (): Address => scene.order().account
  const simAccount = (): Address =>
    scene.simAccounts.length > 0 ? prng.pick(scene.simAccounts) : SIM_STRANGER
  const open = (change: Partial<Extract<Command, { kind: 'OpenSimAccount' }>> = {}): Command => ({
    kind: 'OpenSimAccount',
    account: scene.freshAccount(),
    ownerId: scene.owner(),
    amountUsd6: usd6(prng.pick([5_000, 25_000, 100_000]) * 1_000_000),
    ...change,
  })
  const status = (account: Address, value: 'ACTIVE' | 'FROZEN'): Command => ({
    kind: 'SetSimAccountStatus',
    account,
    status: value,
  })
  const close = (account: Address): Command => {
    const code = prng.pick(SIM_CLOSE_CODES)
    return { kind: 'CloseSimPositions', account, ...(code === undefined ? {} : { code }) }
  }
  const allowed = (): number => prng.pick(scene.specs.flatMap((spec, id) => (spec.evalAllowed ? [id] : [])))
  const tickAt = (marketId: number, times: number) =>
    ticks(Math.max(1, Math.round(scene.index[marketId]! * times)))
  const lotsWorth = (marketId: number, dollars: number) => {
    const { priceDecimals, sizeDecimals } = scene.specs[marketId]!
    const lotValue = scene.index[marketId]! * 10 ** (6 - priceDecimals - sizeDecimals)
    return lots(Math.max(1, Math.floor((dollars * 1e6) / lotValue)))
  }
  const order = (
    account: Address,
    marketId: number,
    dollars: number,
    price: number,
    change: Partial<PlaceOrder> = {},
  ): PlaceOrder => {
    const { initMarginRatio: _, ...some } = scene.order()
    return {
      ...some,
      id: scene.freshId(),
      nonce: scene.freshNonce(),
      orderTimeMs: timeMs(scene.nowMs()),
      account,
      signer: account,
      symbol: scene.specs[marketId]!.symbol,
      orderType: 'LIMIT',
      timeInForce: 'GTC',
      reduceOnly: false,
      size: lotsWorth(marketId, dollars),
      limitPrice: tickAt(marketId, price),
      ...change,
    }
  }
  const signed = (account: Address) => {
    const { recvWindowMs } = scene.order()
    const orderTimeMs = timeMs(scene.nowMs())
    return { account, signer: account, nonce: scene.freshNonce(), orderTimeMs, recvWindowMs }
  }
  const renewed = (again: PlaceOrder): PlaceOrder => ({
    ...again,
    id: scene.freshId(),
    nonce: scene.freshNonce(),
  })
  const replace = ({ id, account }: PlaceOrder, placed: PlaceOrder): Command => ({
    kind: 'ReplaceOrder',
    cancel: { kind: 'CancelOrder', id, ...signed(account) },
    place: placed,
  })
  const amend = (account: Address, id: Id, size: number, limitPrice: Ticks): Command => ({
    kind: 'AmendOrder',
    ...signed(account),
    id,
    size: lots(size),
    limitPrice,
  })
  const priceOf = (marketId: number, times: number): Command => ({
    kind: 'UpdateIndexPrices',
    prices: [
      {
        marketId,
        price: tickAt(marketId, times),
        sourceTimeMs: timeMs(scene.nowMs()),
        conf: ticks(0),
        held: false,
      },
    ],
  })
  const leverage = (account: Address, symbol: string, value: number): Command => ({
    kind: 'SetLeverage',
    account,
    symbol,
    leverage: value,
  })
  const symbolOf = (marketId: number): string => scene.specs[marketId]!.symbol
  const forbidden = (): number => scene.specs.findIndex(({ evalAllowed }) => !evalAllowed)
  return {
    someone,
    simAccount,
    open,
    status,
    close,
    allowed,
    tickAt,
    lotsWorth,
    order,
    signed,
    renewed,
    replace,
    amend,
    priceOf,
    leverage,
    symbolOf,
    forbidden,
  }
}
