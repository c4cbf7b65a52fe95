/**
 * Everything that travels over the socket as data: the channels with what their messages hold, and the frames around
 * them, in the schemas of `wire.ts`. The reference (`asyncApi.ts`) and the page of the exchange are made from it.
 */
import { z } from 'zod'
import type { FieldTexts } from './fieldTexts.ts'
import * as wire from './wire.ts'

export interface SocketChannel {
  readonly name: ChannelName
  /** As it is subscribed to; `{symbol}` and `{interval}` stand for those of a market. */
  readonly pattern: string
  readonly summary: string
  /** How often it tells. */
  readonly cadence: string
  /** Needs a socket that was opened with a listen key. */
  readonly isPrivate?: true
  readonly data: z.ZodType
  /** What its fields mean, where the vocabulary of all (`fieldTexts.ts`) does not say it. */
  readonly fields?: FieldTexts
}

export const CHANNEL_NAMES = [
  'tickers',
  'ticker',
  'depth',
  'groupedDepth',
  'trades',
  'kline',
  'account',
] as const
export type ChannelName = (typeof CHANNEL_NAMES)[number]

export const CHANNELS: readonly SocketChannel[] = [
  {
    name: 'tickers',
    pattern: 'tickers',
    summary: 'Mark, index, funding rate and status of markets.',
    cadence:
      'All markets in every message: at once, about every 750 ms while anything changes, and at least every 2 s. With `partial=1` all markets at once, then those that have changed.',
    data: wire.tickersResponse.shape.tickers,
    fields: {
      time: 'When the next session begins.',
    },
  },
  {
    name: 'ticker',
    pattern: '{symbol}@ticker',
    summary: 'The same of one market.',
    cadence: 'At once, then on change, about every 750 ms, and at least every 2 s.',
    data: wire.ticker,
    fields: {
      time: 'When the next session begins.',
    },
  },
  {
    name: 'depth',
    pattern: '{symbol}@depth',
    summary:
      'The book of a market with what the pool offers: the whole of it, the best 20 levels of each side.',
    cadence: 'At once, then on change, at most every 100 ms, and at least every 2 s.',
    data: wire.depthResponse,
  },
  {
    name: 'groupedDepth',
    pattern: '{symbol}@depth_{tick}',
    summary:
      'The same by one of the `tickSizes` of the market: bids rounded down to it, asks up, the best 20 groups of each side.',
    cadence: 'At once, then on change, at most every 500 ms, and at least every 2 s.',
    data: wire.depthResponse,
  },
  {
    name: 'trades',
    pattern: '{symbol}@trades',
    summary: 'A trade of a market; a negative quantity says that the taker sold.',
    cadence: 'Each trade.',
    data: wire.tradeRow,
  },
  {
    name: 'kline',
    pattern: '{symbol}@kline_{interval}',
    summary: 'The running candle of a market, and every candle when it closes.',
    cadence: 'On change, at most every 250 ms; the last word on a candle always.',
    data: wire.klineMessage,
  },
  {
    name: 'account',
    pattern: 'account_private',
    summary:
      'What happens to the orders, transfers and LP orders of the account, in order; and that its notices have changed.',
    cadence: 'Each event. There is no snapshot: read the account first, then apply what is younger.',
    isPrivate: true,
    data: wire.privateMessage,
    fields: {
      status: 'Of the order, transfer or LP order, as in its list.',
      event: 'ORDER, TRANSFER or LP.',
      args: 'What has happened, with the names of the lists.',
    },
  },
]

/** What a client may say, and what it hears beside the channels. */
export const SOCKET_FRAMES = {
  request: {
    summary: 'PING, SUBSCRIBE or UNSUBSCRIBE; channels stand in `params`.',
    schema: wire.socketRequest,
  },
  pong: { summary: 'The answer to a PING.', schema: z.object({ data: z.literal('PONG') }) },
  acknowledgement: {
    summary:
      'A request was carried out; it comes before the first data of its channels. At `/ws` a SUBSCRIBE of which some channels are unknown is carried out for the others, and `subscription_outcomes` says what became of each.',
    schema: z.object({
      result: z.null(),
      id: z.int().nullable(),
      subscription_outcomes: z.array(wire.subscriptionOutcome).optional(),
    }),
  },
  failure: {
    summary: 'A request was refused as a whole: 1121 for a market, 1130 for everything else.',
    schema: z.object({
      type: z.literal('channel.error'),
      id: z.int().nullable(),
      code: z.int(),
      error: z.string(),
      msg: z.string(),
    }),
  },
} as const

/** Why the exchange ends a socket; what a client does about it. */
export const CLOSE_CODES: readonly (readonly [code: number, text: string])[] = [
  [1009, 'A message was too large.'],
  [1011, 'The exchange has failed.'],
  [1012, 'The exchange is restarting: come back.'],
  [1013, 'It is read too slowly, or says too much: come back later.'],
  [4000, 'The version is not 1.0.'],
  [4001, 'There is no such account group.'],
  [4002, 'The account group is malformed.'],
  [4003, 'The private channel needs a listen key.'],
  [4004, 'The listen key is unknown: make a new one.'],
  [4005, 'The listen key has expired or was ended: make a new one.'],
]
