/**
 * Business constants and limits of the product, each with the statement it comes from. A figure that
 * appears in code and is decided by the product stands here and nowhere else.
 */

// [9.1]
export const SETTLEMENT_ASSET = 'USDC'

// [9.3] leverage
export const LEVERAGE_MAX = 1_000
export const LEVERAGE_MAX_CAPITAL = 5
export const LEVERAGE_DEFAULT = 10
/**
 * Version of the rules by which Vest Capital judges. A purchase pins it; a change of a rule that can change a verdict is a
 * new version, and verdicts of the former are computed by the former.
 */
export const CAPITAL_RULEBOOK = 'vest-capital-1'
/** Largest limit in money that a person may set for an account, and longest cool-down: a day. */
export const GUARDRAIL_MAX_USD6 = 1_000_000_000_000_000
export const GUARDRAIL_COOL_DOWN_MAX_MS = 86_400_000
/** Of an account's address book: how many addresses, the longest label, and the longest lock of withdrawals. */
export const SAVED_ADDRESSES_MAX = 100
export const ADDRESS_LABEL_MAX = 32
/** The name of a saved address: visible characters of any script, no space at either end. */
export const ADDRESS_LABEL = /^[^\p{C}\s](?:[^\p{C}]*[^\p{C}\s])?$/u
export const WITHDRAWAL_LOCK_MAX_DAYS = 30
export const WITHDRAWAL_LOCK_MAX_MS = WITHDRAWAL_LOCK_MAX_DAYS * 86_400_000

// [9.5] orders
export const SLIPPAGE_DEFAULT_BPS = 500
export const SLIPPAGE_MAJOR_BPS = 30
export const SLIPPAGE_MAJOR_SYMBOLS: readonly string[] = ['BTC-PERP', 'ETH-PERP', 'SOL-PERP']
/** Default slippage of a market order in basis points of the mark. */
export const defaultSlippageBps = (symbol: string): number =>
  SLIPPAGE_MAJOR_SYMBOLS.includes(symbol) ? SLIPPAGE_MAJOR_BPS : SLIPPAGE_DEFAULT_BPS

// [9.6] times
export const APP_RECV_WINDOW_MS = 10_000
export const RECV_WINDOW_DEFAULT_MS = 5_000
export const RECV_WINDOW_MAX_MS = 60_000
export const CLOCK_AHEAD_MAX_MS = 1_000
export const CONFIRMATION_TIMEOUT_MS = 30_000
export const CLAIM_WAIT_MS = 15_000
export const ORDER_POLL_MS = 1_500
export const ORDER_POLL_DELAY_MS = 1_500
export const ORDER_POLL_EXPIRY_MS = 10_000
export const LEVERAGE_POLL_MS = 1_000
export const LEVERAGE_TIMEOUT_MS = 30_000

// [9.7] transfers
export const WITHDRAW_TIMEOUT_MS = 30_000
export const WITHDRAW_TIMEOUT_SOLANA_MS = 10_000
export const TRANSFER_POLL_MS = 2_000
export const DEPOSIT_TIMEOUT_MS = 30_000
export const DEPOSIT_TIMEOUT_SOLANA_MS = 120_000
/** What a deposit from Solana is said to take; one that takes longer says that it is still on its way. */
export const DEPOSIT_PROGRESS_SOLANA_MS = 20_000
export const WITHDRAW_WINDOW_MS = 86_400_000
export const WITHDRAW_DELAY_MS = 43_200_000
/** What a withdrawal that leaves at once is said to take: its block and those that confirm it. */
export const WITHDRAW_SECONDS = 60
export const TRANSFER_MIN_USD6 = 1_000_000
export const DEPOSIT_AUTHORIZATION_VALID_S = 3_600
export const WITHDRAW_DEADLINE_MS = 604_800_000

// [9.8] chains
export const CHAIN_ARBITRUM = 42161
export const CHAIN_BNB = 56
export const CHAIN_POLYGON = 137
export const CHAIN_SOLANA = 0
export const CCTP_DOMAIN_HOME = 3
export const CCTP_DOMAIN_SOLANA = 5

// [9.9] queries and stores
export const ORDER_QUERY_LIMIT = 1_000
export const QUERY_STALE_MS = 60_000
export const MARKET_STORE_THROTTLE_MS = 125
export const DEPTH_THROTTLE_MS = 100
export const TICKER_REFRESH_MS = 30_000
export const ONRAMPER_URL_CACHE_MS = 600_000
export const SEARCH_DEBOUNCE_MS = 500

// [9.10] tables
export const PAGE_SIZES = [5, 10, 20] as const
export const SMALL_SCREEN_MARKET_ROWS = 20
export const SIDEBAR_OPEN_PX = 1_280
export const SKELETON_DELAY_MS = 300
export const MARKETS_DROPDOWN_ROWS = 10
export const WATCH_LIST_ROWS = 10
export const BOOK_ROW_PX = 23
export const COPY_CHECK_MS = 3_000

// [9.11] socket
export const SOCKET_RETRIES_MAX = 20
export const SOCKET_BACKOFF_BASE_MS = 1_000
export const SOCKET_BACKOFF_MAX_MS = 60_000
export const SOCKET_JITTER_MS = 1_000
export const SOCKET_PING_MS = 30_000
export const SOCKET_PONG_TIMEOUT_MS = 10_000
export const SOCKET_ACK_TIMEOUT_MS = 10_000
export const SOCKET_RECONNECT_MS = 1_000

// [9.12] translations
export const LANGUAGE_DEFAULT = 'en'
export const TRANSLATION_PARALLEL_READS = 10
export const TRANSLATION_RETRIES = 5
export const TRANSLATION_RETRY_DELAY_MS = 350

// [9.13]
export const HEALTH_GREEN_PERCENT = 60
export const HEALTH_YELLOW_PERCENT = 20

// registration and keys [7.10, 7.29]
/** Of the terms and the privacy policy: the day from which they hold. A registration names the one that was shown. */
export const TERMS_VERSION = '2026-11-27'

export const SIGNER_VALID_MS = 14 * 86_400_000
export const SIGNER_VALID_MAX_MS = 90 * 86_400_000
export const LISTEN_KEY_VALID_MS = 3_600_000
export const LISTEN_KEY_CLIENT_VALID_MS = 3_540_000

// engine limits
export const ORDER_VALUE_MAX_USD6 = 1_000_000_000_000_000
export const CLIENT_ID_PATTERN = /^[A-Za-z0-9_-]{1,36}$/
/** Sessions of one account. */
export const SESSIONS_MAX = 100
/** API keys of one account beside those of its sessions, addresses in the list of one, letters of its label. */
export const API_KEYS_MAX = 50
/** Price alerts of one account that the exchange keeps. */
export const ALERTS_PER_ACCOUNT_MAX = 50
export const API_KEY_ADDRESSES_MAX = 32
export const API_KEY_LABEL_MAX = 64
/** The dead-man's switch. */
export const CANCEL_TIMER_MIN_MS = 5_000
export const CANCEL_TIMER_MAX_MS = 86_400_000
export const DEPTH_LEVELS_PUSHED = 20
export const DEPTH_LEVELS_MAX = 100
