/**
 * Every bound of the edge, in one place, with what happens when it is reached. A queue, list or buffer that is
 * not named here does not grow with what strangers send.
 */

/** Body of a request (413) and nesting of its JSON (422). */
export const BODY_BYTES_MAX = 16_384
/**
 * A refused body is read to its end for nothing, so that a client that is still sending reads the refusal. Behind
 * the refusal of one that says to be longer than this the connection ends.
 */
export const DISCARDED_BYTES_MAX = 4_194_304
export const JSON_DEPTH_MAX = 8
/** Digits of a JSON number; longer texts are refused before conversion (422). */
export const NUMBER_DIGITS_MAX = 40
/** Elements of a comma list in a query (400, 1130). */
export const QUERY_LIST_MAX = 200
/** Slow clients: headers and whole request. */
export const HEADERS_TIMEOUT_MS = 5_000
export const REQUEST_TIMEOUT_MS = 10_000
/** How often they are looked for. */
export const SLOW_LOOK_MS = 1_000

/**
 * Requests under way; beyond it 1003, before anything is done. Orders that may add risk are few enough to be answered
 * within a tenth of a second; what takes risk away (cancels, reduce-only orders) and everything else have places of
 * their own.
 */
export const ORDERS_UNDER_WAY_MAX = 256
export const URGENT_UNDER_WAY_MAX = 512
export const QUERIES_UNDER_WAY_MAX = 1_024

/** Signatures waiting for a verdict, of those in a hurry and of the others; beyond it 1003. */
export const VERIFY_QUEUE_MAX = 2_000
export const VERIFY_BATCH_MAX = 64
/** Of a batch, for those in a hurry while others wait. */
export const VERIFY_BATCH_URGENT = 48
/**
 * A signature that waited longer, with a batch of others behind it, is answered 1003 without being verified; what is in
 * a hurry is rather late than refused.
 */
export const VERIFY_WAIT_MS_MAX = 250
export const VERIFY_URGENT_WAIT_MS_MAX = 2_000

/** Requests in general, per API key or, without key, per address. */
export const REQUESTS_PER_WINDOW = 200
export const REQUESTS_WINDOW_MS = 10_000
/** Orders and cancels have buckets of their own, per account. */
export const ORDERS_PER_SECOND = 50
export const ORDERS_BURST = 100
export const CANCELS_PER_SECOND = 100
export const CANCELS_BURST = 200
export const REGISTRATIONS_PER_MINUTE = 30
/** Contract wallets that are asked at the same moment; beyond it 1003. */
export const CONTRACT_QUESTIONS_MAX = 16
/** The keeper pays for each. */
export const STRAY_CLAIMS_PER_DAY = 10
/** Failed signatures within a minute, per key and address, before a block. */
export const BAD_SIGNATURES_MAX = 20
export const BAD_SIGNATURES_WINDOW_MS = 60_000
export const BAD_SIGNATURES_BLOCK_MS = 60_000
/** Buckets and counters kept; the idle ones go first. */
export const RATE_ENTRIES_MAX = 100_000

/** API keys remembered as they were sent; the oldest go first, and are hashed again. */
export const RECENT_KEYS_MAX = 16_384

/** Socket: bytes of one client message (1009), channels and sockets, messages per second (1013). */
export const SOCKET_MESSAGE_BYTES_MAX = 65_536
export const SOCKET_CHANNELS_MAX = 1_024
export const SOCKET_MESSAGES_PER_SECOND = 20
export const SOCKETS_PER_ADDRESS_MAX = 10
/** Bytes that may wait for one socket, the next frame included; beyond it 1013. */
export const SOCKET_BACKLOG_BYTES_MAX = 262_144
/** From here on snapshots are withheld and replaced by the newest one when the socket drains. */
export const SOCKET_CONFLATE_BYTES = 65_536
/**
 * Buffers on the way hide a client that has stopped reading; the answer to a ping does not, for it comes behind what
 * was sent. Who is sent something is asked this often, and closed with 1013 when the answer is so late.
 */
export const SOCKET_PROBE_INTERVAL_MS = 3_000
export const SOCKET_LAG_MS_MAX = 15_000
export const SOCKET_PING_INTERVAL_MS = 30_000
export const SOCKET_SILENCE_MS_MAX = 90_000

/** How far ahead a market's sessions are told: over a long weekend, to the same day of the next week. */
export const TRADING_HOURS_AHEAD_MS = 8 * 86_400_000

/** Cadence of the public channels. */
export const TICKERS_INTERVAL_MS = 750
export const KLINE_INTERVAL_MS = 250
/** Books by steps of price are read as deep as this, and told at most so often: each is read anew. */
export const GROUPED_DEPTH_LEVELS_READ = 500
export const GROUPED_DEPTH_INTERVAL_MS = 500
/** Tickers and books that rest are told again so long after the last time: within two seconds with the look that finds it. */
export const SNAPSHOT_REPEAT_MS = 1_500
export const SNAPSHOT_REPEAT_LOOK_MS = 250

/** An expired listen key is remembered this long, so that its owner hears 4005 and not 4004. */
export const LISTEN_KEY_MEMORY_MS = 3_600_000

/** How long a chain that could not be reached is left alone before the bridge asks again; longer each time, up to a minute. */
export const BRIDGE_RETRY_MS = 5_000
/** How often an approved withdrawal that is not done yet is looked at again. */
export const WITHDRAWAL_LOOK_MS = 30_000
/** How often it is looked whether what was burned for Solana has been attested to, and whether what was made there is final. */
export const SOLANA_PAYOUT_LOOK_MS = 1_000
/** How often the vaults of all chains are compared, and lots between them followed. */
export const REBALANCE_LOOK_MS = 2_000
/** Gasless deposits of one account that are under way (400, 1130). */
export const RELAY_WAITING_MAX = 16
/**
 * How long their authorizations may hold (400, 1130): each is looked after until its end, also where the money has gone
 * elsewhere, and who passes one dollar on from account to account has any number of them.
 */
export const RELAY_VALID_S_MAX = 86_400
/** How often one is looked at again: soon while it is young, seldom when nothing happens to it. */
export const RELAY_LOOK_MS = 5_000
export const RELAY_LOOK_MS_MAX = 300_000
/** The engine ticks every second: an exchange that has recorded nothing for longer is not ready. */
export const COMMAND_QUIET_MS_MAX = 5_000
/** Minutes of published funding rates kept in memory, per market. */
export const FUNDING_MINUTES_KEPT = 1_000
