/**
 * Whose an admitted order is: its signature and those of its attached legs, and the command that they make together.
 * A leg is signed as the order that it will be; its nonce is n+1 (take profit) or n+2 (stop loss) for an order with
 * nonce n, or n itself, which clients of the first hour used: whichever makes the signature the order's signer's.
 */
import type { AttachedLeg, PlaceOrder } from '@vest/engine'
import { REFUSAL, type SignedOrder } from '@vest/protocol'
import type { Caller, CallOrigin } from '../caller.ts'
import type { WritePorts } from '../edge.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import type { AdmittedLeg, AdmittedOrder } from './orderAdmission.ts'
import { provenSigner, type ProvenSigner } from './signedWrite.ts'

export async function proveOrder(
  edge: WritePorts,
  caller: Caller,
  admitted: AdmittedOrder,
  request: CallOrigin,
): Promise<PlaceOrder | Refusal> {
  const { signed, signature } = admitted
  const proven = await provenSigner(edge, caller, { action: signed, signature }, request)
  if (isRefusal(proven)) return proven
  if (admitted.legs.length === 0) return placeOrder(caller, admitted, proven)
  const legs: Legs = {}
  for (const leg of admitted.legs) {
    const attached = await proveLeg(edge, caller, signed, leg, proven, request)
    if (isRefusal(attached)) return attached
    legs[leg.kind] = attached
  }
  return { ...placeOrder(caller, admitted, proven), ...legs }
}

type Legs = { takeProfit?: AttachedLeg; stopLoss?: AttachedLeg }

const LEG_TYPES = { takeProfit: 'TAKE_PROFIT', stopLoss: 'STOP_LOSS' } as const
const LEG_STEPS = { takeProfit: 1, stopLoss: 2 } as const

/** 1022 unless the order's own signer made it. */
async function proveLeg(
  edge: WritePorts,
  caller: Caller,
  order: SignedOrder,
  { kind, price, priceText, signature }: AdmittedLeg,
  { signer }: ProvenSigner,
  request: CallOrigin,
): Promise<AttachedLeg | Refusal> {
  const leg = (nonce: number): SignedOrder => ({
    ...order,
    nonce,
    orderType: LEG_TYPES[kind],
    isBuy: !order.isBuy,
    limitPrice: priceText,
    reduceOnly: true,
  })
  const own = order.nonce + LEG_STEPS[kind]
  const signed = Number.isSafeInteger(own)
    ? { action: leg(own), otherwise: leg(order.nonce), signature }
    : { action: leg(order.nonce), signature }
  const proven = await provenSigner(edge, caller, signed, request)
  if (isRefusal(proven)) return proven
  if (proven.signer !== signer) return refuse(REFUSAL.INVALID_SIGNATURE)
  return { id: proven.orderId, nonce: proven.action.nonce, price }
}

/** The fields that may be absent come last and one by one: spread into a literal they cost more than all the others. */
function placeOrder(caller: Caller, admitted: AdmittedOrder, { signer, orderId }: ProvenSigner): PlaceOrder {
  const { signed, limitPrice, initMarginRatio, clientId } = admitted
  const command: { -readonly [Field in keyof PlaceOrder]: PlaceOrder[Field] } = {
    kind: 'PlaceOrder',
    id: orderId,
    account: caller.account,
    signer,
    nonce: signed.nonce,
    orderTimeMs: admitted.orderTimeMs,
    recvWindowMs: admitted.recvWindowMs,
    symbol: signed.symbol,
    isBuy: signed.isBuy,
    size: admitted.size,
    orderType: signed.orderType,
    reduceOnly: signed.reduceOnly,
    timeInForce: admitted.timeInForce,
  }
  if (limitPrice !== undefined) command.limitPrice = limitPrice
  if (initMarginRatio !== undefined) command.initMarginRatio = initMarginRatio
  if (clientId !== undefined) command.clientId = clientId
  return command
}

/** The highest number that the order and its legs use up. */
export const highestNonceOf = ({ nonce, takeProfit, stopLoss }: PlaceOrder): number =>
  Math.max(nonce, takeProfit?.nonce ?? 0, stopLoss?.nonce ?? 0)
