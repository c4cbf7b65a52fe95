import { describe, expect, it } from 'vitest'
import { parseChannel } from './channel.ts'

const parse = (name: string) =>
  parseChannel(name, (symbol) => (symbol === 'BTC-PERP' ? 2 : symbol === 'kBONK-PERP' ? 6 : undefined))

describe('[7.30] channels', () => {
  it.each([
    ['tickers', { kind: 'tickers' }],
    ['account_private', { kind: 'private' }],
    ['BTC-PERP@ticker', { kind: 'ticker', symbol: 'BTC-PERP' }],
    ['BTC-PERP@depth', { kind: 'depth', symbol: 'BTC-PERP' }],
    ['kBONK-PERP@trades', { kind: 'trades', symbol: 'kBONK-PERP' }],
    ['BTC-PERP@kline_1M', { kind: 'kline', symbol: 'BTC-PERP', interval: '1M' }],
    ['BTC-PERP@depth_0.01', { kind: 'groupedDepth', symbol: 'BTC-PERP', step: 1 }],
    ['BTC-PERP@depth_50', { kind: 'groupedDepth', symbol: 'BTC-PERP', step: 5_000 }],
    ['kBONK-PERP@depth_0.000002', { kind: 'groupedDepth', symbol: 'kBONK-PERP', step: 2 }],
    ['BTC-PERP@depth_0.001', { kind: 'unknown channel' }],
    ['BTC-PERP@depth_0.03', { kind: 'unknown channel' }],
    ['BTC-PERP@depth_1e2', { kind: 'unknown channel' }],
    ['BTC-PERP@depth_0', { kind: 'unknown channel' }],
    ['BTC-PERP@depth_', { kind: 'unknown channel' }],
    ['XYZ@depth_1', { kind: 'unknown symbol' }],
    ['btc-perp@depth', { kind: 'unknown symbol' }],
    ['XYZ@depth', { kind: 'unknown symbol' }],
    ['BTC-PERP@kline_7m', { kind: 'unknown channel' }],
    ['BTC-PERP@book', { kind: 'unknown channel' }],
    ['@depth', { kind: 'unknown channel' }],
    ['depth', { kind: 'unknown channel' }],
    ['', { kind: 'unknown channel' }],
    ['BTC-PERP@toString', { kind: 'unknown channel' }],
    ['__proto__', { kind: 'unknown channel' }],
  ])('%s', (name, expected) => expect(parse(name)).toEqual(expected))
})
