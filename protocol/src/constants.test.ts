/** Every figure of section 9 that has a name here, against the figure as it was decided. */
import { describe, expect, it } from 'vitest'
import * as c from './constants.ts'

const SECOND = 1000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
const USD6 = 1_000_000

describe('constants', () => {
  it('[9.1] currency and bases', () => {
    expect([c.QUOTE_CURRENCY, c.SETTLEMENT_ASSET, c.PERCENT_BASIS]).toEqual(['USD', 'USDC', 10_000])
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
    expect([c.DEPOSIT_TIMEOUT_MS, c.DEPOSIT_TIMEOUT_SOLANA_MS, c.DEPOSIT_SOLANA_PROGRESS_MS]).toEqual([
      30 * SECOND,
      120 * SECOND,
      20 * SECOND,
    ])
    expect([c.PROFIT_WITHDRAW_TIMEOUT_MS, c.FUNDING_CHECK_RETRIES]).toEqual([30 * SECOND, 50])
    expect([c.QUICK_WITHDRAW_USD6, c.WITHDRAW_WINDOW_MS, c.WITHDRAW_DELAY_MS]).toEqual([
      50_000 * USD6,
      DAY,
      12 * HOUR,
    ])
    expect([c.PROFIT_SHARE_PERCENT, c.TRANSFER_MIN_USD6, c.DEPOSIT_AUTHORIZATION_VALID_S]).toEqual([
      90,
      USD6,
      3600,
    ])
    expect([c.SOLANA_WITHDRAW_ESTIMATE_MS, c.SOLANA_DEPOSIT_ESTIMATE_MS]).toEqual([HOUR / 4, 20 * SECOND])
  })
  it('[9.8] chains', () => {
    expect([c.CHAIN_ARBITRUM, c.CHAIN_BNB, c.CHAIN_SOLANA, c.CCTP_DOMAIN_HOME]).toEqual([42161, 56, 0, 3])
    expect([c.SOLANA_COMPUTE_UNIT_MARGIN_PERCENT, c.SOLANA_COMPUTE_UNITS_DEFAULT]).toEqual([110, 270])
    expect([c.SOLANA_PRIORITY_FEE_MIN, c.SOLANA_PRIORITY_FEE_DEFAULT]).toEqual([15_000, 300_000])
    expect([c.SOLANA_CONFIRM_TIMEOUT_MS, c.WALLET_PROXY_TIMEOUT_MS]).toEqual([10 * SECOND, 15 * SECOND])
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
    expect([c.PAGINATION_MIN_ROWS, c.SMALL_SCREEN_ROWS, c.SMALL_SCREEN_MARKET_ROWS]).toEqual([5, 5, 20])
    expect([c.BREAKPOINT_MD_PX, c.BREAKPOINT_LG_PX, c.SKELETON_DELAY_MS, c.SKELETON_ROWS]).toEqual([
      768, 1024, 300, 3,
    ])
    expect([c.MARKETS_DROPDOWN_ROWS, c.WATCH_LIST_ROWS, c.BOOK_ROW_PX]).toEqual([10, 10, 23])
    expect([c.COPY_CHECK_MS, c.PENDING_PAYMENT_TOAST_MS]).toEqual([3 * SECOND, 8 * SECOND])
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
