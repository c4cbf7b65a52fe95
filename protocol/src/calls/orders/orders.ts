import { z } from 'zod'
import { ORDER_STATUSES, ORDER_TYPES } from '../../enums.ts'
import { orderRow } from '../../wire/accountAnswers.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'
import { PAGES, SIGNER, SYMBOL, integer } from '../queryFields.ts'

export const ordersResponse = z.array(orderRow)

export const ordersCall = {
  group: 'Orders',
  method: 'GET',
  path: '/orders',
  ...PRIVATE,
  summary:
    'Orders of the account, newest first. By its nonce it answers what became of an order whose answer was lost.',
  query: {
    id: { schema: z.string(), text: 'Comma list of order ids.', isList: true },
    nonce: { schema: integer, text: 'The nonce that the order was signed with.' },
    signer: SIGNER,
    symbol: { schema: SYMBOL.schema, text: SYMBOL.text },
    orderType: { schema: z.enum(ORDER_TYPES), text: 'Of this type only.' },
    status: { schema: z.enum(ORDER_STATUSES), text: 'Of this status only.' },
    clientId: { schema: z.string(), text: 'The name that the order was given.' },
    ...PAGES,
  },
  answer: ordersResponse,
  refusals: ['INVALID_ORDER_TYPE', 'BAD_SYMBOL'],
  fields: {
    status: 'NEW, PARTIALLY_FILLED, FILLED, CANCELLED or REJECTED.',
    markPrice: 'The mark when the order was accepted.',
    cumFunding: 'The accumulator of the market at the last fill.',
    time: 'When it was signed.',
  },
  example: {
    answer: [
      {
        id: '0xabababababababababababababababababababababababababababababababab',
        nonce: 7,
        symbol: 'BTC-PERP',
        isBuy: true,
        orderType: 'LIMIT',
        limitPrice: '30000.00',
        markPrice: null,
        size: '0.1000',
        status: 'NEW',
        reduceOnly: false,
        initMarginRatio: '0.1000',
        code: null,
        lastFilledSize: null,
        lastFilledPrice: null,
        lastFilledTime: null,
        avgFilledPrice: null,
        settledFunding: null,
        fees: '0.000000',
        realizedPnl: null,
        postTime: 1700000000000,
        tpPrice: null,
        slPrice: null,
        timeInForce: 'GTC',
        cumFunding: null,
        time: 1700000000000,
        filledSize: '0.0000',
        parentId: null,
        clientId: null,
        triggered: false,
      },
    ],
  },
} as const satisfies Call
