/** Every figure of section 9 that has a name here, against the figure as it was decided. */
import { describe, expect, it } from 'vitest'
import * as c from './constants.ts'

const SECOND = 1000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const USD6 = 1_000_000

describe('constants', () => {
  it('money is settled in USDC', () => {
    expect(c.SETTLEMENT_ASSET).toBe('USDC')
  })
  it('[9.3] leverage caps: 1000 in general, 5 for capital accounts', () => {
    expect([c.LEVERAGE_MAX, c.LEVERAGE_MAX_CAPITAL]).toEqual([1000, 5])
  })
  it('[9.5] default slippage is 5 percent, 0.3 percent for BTC, ETH and SOL perpetuals', () => {
    expect(['BTC-PERP', 'ETH-PERP', 'SOL-PERP'].map(c.defaultSlippageBps)).toEqual([30, 30, 30])
    expect(['AAPL-USD-PERP', 'DOGE-PERP', 'BTC-USD-PERP'].map(c.defaultSlippageBps)).toEqual([500, 500, 500])
  })
  it('[9.6] order times', () => {
    expect([c.APP_RECV_WINDOW_MS, c.CONFIRMATION_TIMEOUT_MS, c.CLAIM_WAIT_MS]).toEqual([
      10 * SECOND,
      30 * SECOND,
      15 * SECOND,
    ])
    expect([c.ORDER_POLL_MS, c.ORDER_POLL_DELAY_MS, c.ORDER_POLL_EXPIRY_MS]).toEqual([
      1500,
      1500,
      10 * SECOND,
    ])
    expect([c.LEVERAGE_POLL_MS, c.LEVERAGE_TIMEOUT_MS]).toEqual([SECOND, 30 * SECOND])
  })
  it('[9.7] transfer times, thresholds and shares', () => {
    expect([c.WITHDRAW_TIMEOUT_MS, c.WITHDRAW_TIMEOUT_SOLANA_MS, c.TRANSFER_POLL_MS]).toEqual([
      30 * SECOND,
      10 * SECOND,
      2 * SECOND,
    ])
    expect([c.DEPOSIT_TIMEOUT_MS, c.WITHDRAW_WINDOW_MS, c.WITHDRAW_DELAY_MS]).toEqual([
      30 * SECOND,
      DAY,
      12 * HOUR,
    ])
    expect([c.DEPOSIT_TIMEOUT_SOLANA_MS, c.DEPOSIT_PROGRESS_SOLANA_MS]).toEqual([120 * SECOND, 20 * SECOND])
    expect([c.TRANSFER_MIN_USD6, c.DEPOSIT_AUTHORIZATION_VALID_S]).toEqual([USD6, 3600])
  })
  it('[9.8] chains', () => {
    expect([c.CHAIN_ARBITRUM, c.CHAIN_BNB, c.CHAIN_SOLANA, c.CCTP_DOMAIN_HOME]).toEqual([42161, 56, 0, 3])
  })
  it('[9.9] queries and stores', () => {
    expect([c.ORDER_QUERY_LIMIT, c.QUERY_STALE_MS, c.MARKET_STORE_THROTTLE_MS, c.DEPTH_THROTTLE_MS]).toEqual([
      1000,
      60 * SECOND,
      125,
      100,
    ])
    expect([c.TICKER_REFRESH_MS, c.ONRAMPER_URL_CACHE_MS, c.SEARCH_DEBOUNCE_MS]).toEqual([
      30 * SECOND,
      600 * SECOND,
      500,
    ])
  })
  it('[9.10] tables', () => {
    expect(c.PAGE_SIZES).toEqual([5, 10, 20])
    expect([c.SMALL_SCREEN_MARKET_ROWS, c.SKELETON_DELAY_MS]).toEqual([20, 300])
    expect([c.MARKETS_DROPDOWN_ROWS, c.WATCH_LIST_ROWS, c.BOOK_ROW_PX]).toEqual([10, 10, 23])
    expect(c.COPY_CHECK_MS).toBe(3 * SECOND)
  })
  it('[9.11] socket', () => {
    expect([
      c.SOCKET_RETRIES_MAX,
      c.SOCKET_BACKOFF_BASE_MS,
      c.SOCKET_BACKOFF_MAX_MS,
      c.SOCKET_JITTER_MS,
    ]).toEqual([20, 1000, 60_000, 1000])
    expect([
      c.SOCKET_PING_MS,
      c.SOCKET_PONG_TIMEOUT_MS,
      c.SOCKET_ACK_TIMEOUT_MS,
      c.SOCKET_RECONNECT_MS,
    ]).toEqual([30_000, 10_000, 10_000, 1000])
  })
  it('[9.12] translations', () => {
    expect([
      c.LANGUAGE_DEFAULT,
      c.TRANSLATION_PARALLEL_READS,
      c.TRANSLATION_RETRIES,
      c.TRANSLATION_RETRY_DELAY_MS,
    ]).toEqual(['en', 10, 5, 350])
  })
  it('[9.13] account health colours: 60 or more green, above 20 yellow', () => {
    expect([c.HEALTH_GREEN_PERCENT, c.HEALTH_YELLOW_PERCENT]).toEqual([60, 20])
  })
  it('[7.29] a signer is approved for 14 days, [7.10] a listen key lives 3540000 ms for the client', () => {
    expect([c.SIGNER_VALID_MS, c.LISTEN_KEY_CLIENT_VALID_MS]).toEqual([14 * DAY, 3_540_000])
    expect(c.LISTEN_KEY_VALID_MS).toBeGreaterThan(c.LISTEN_KEY_CLIENT_VALID_MS)
  })
})
