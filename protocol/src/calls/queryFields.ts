/** Fields that the queries of several calls share. */
import { z } from 'zod'
import { KLINE_INTERVALS } from '../enums.ts'

export const integer = z.int().nonnegative()
export const SYMBOL = {
  schema: z.string(),
  text: 'Symbol of a market, such as BTC-PERP.',
  isRequired: true,
} as const
export const SIGNER = {
  schema: z.string(),
  text: 'The key that signed it. Two keys may have used the same nonce.',
} as const
export const SYMBOLS = {
  schema: z.string(),
  text: 'Comma list of symbols, at most 200; absent: all markets.',
  isList: true,
} as const
export const WINDOW = {
  startTime: { schema: integer, text: 'Epoch milliseconds, inclusive.' },
  endTime: { schema: integer, text: 'Epoch milliseconds, inclusive.' },
  limit: { schema: integer.min(1).max(1_000), text: 'At most so many rows; default and maximum 1000.' },
} as const
/** Of lists that are newest first. */
export const PAGES = {
  ...WINDOW,
  cursor: {
    schema: z.string(),
    text: 'As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were.',
  },
} as const
export const INTERVAL = { schema: z.enum(KLINE_INTERVALS), text: 'Default 1m.' } as const
