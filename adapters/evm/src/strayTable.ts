/**
 * Tokens that are often sent in the place of USDC, by chain, and the name of each chain's own coin. These names alone are
 * ever shown: what a token calls itself is text of its issuer.
 */
import type { Address } from '@vest/protocol'

export interface NamedToken {
  readonly symbol: string
  readonly address: Address
}

export const OFTEN_MISTAKEN: Readonly<Record<number, readonly NamedToken[]>> = {
  1: [
    { symbol: 'USDT', address: '0xdac17f958d2ee523a2206206994597c13d831ec7' },
    { symbol: 'DAI', address: '0x6b175474e89094c44da98b954eedeac495271d0f' },
    { symbol: 'WETH', address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' },
  ],
  10: [
    { symbol: 'USDC.e', address: '0x7f5c764cbc14f9669b88837ca1490cca17c31607' },
    { symbol: 'USDT', address: '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58' },
    { symbol: 'WETH', address: '0x4200000000000000000000000000000000000006' },
  ],
  56: [{ symbol: 'USDT', address: '0x55d398326f99059ff775485246999027b3197955' }],
  137: [
    { symbol: 'USDC.e', address: '0x2791bca1f2de4661ed88a30c99a7a9449aa84174' },
    { symbol: 'USDT', address: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f' },
  ],
  8453: [{ symbol: 'WETH', address: '0x4200000000000000000000000000000000000006' }],
  42161: [
    { symbol: 'USDC.e', address: '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8' },
    { symbol: 'USDT', address: '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9' },
    { symbol: 'WETH', address: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1' },
  ],
}

/** Of chains that are not named here it is ETH. */
export const COIN_SYMBOLS: Readonly<Record<number, string>> = { 56: 'BNB', 137: 'POL' }
