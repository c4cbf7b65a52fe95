/** Bounds of identity, each with what happens beyond it. */

/** Wrong codes and mails of one address in a day, each; counted apart for browsers that have signed in. Beyond: no code fits, no mail leaves, the answers stay the same. */
export const FAILURES_PER_ADDRESS = 20
export const MAILS_PER_ADDRESS = 20
/** Of one network in an hour; each leaves a row for minutes. Beyond: 1003. */
export const PASSKEY_ASKS_PER_NETWORK = 300
/** New passkeys that one person begins in an hour, and one network. Beyond: 1003. */
export const PASSKEY_STARTS_PER_PERSON = 20
export const PASSKEY_STARTS_PER_NETWORK = 100
/** Of one network (/24, /64) in an hour. Beyond: 1003. */
export const CODES_PER_NETWORK = 60
export const FAILURES_PER_NETWORK = 40
/** Of all strangers together in an hour: more means an attack on many addresses. Beyond: 1003 for strangers. */
export const FAILURES_OF_ALL = 2_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** A session lives so long without being used. */
export const SESSION_IDLE_MS = 30 * DAY_MS
/** Two tabs may bring the same refresh token within this, and get the same successor. */
export const REFRESH_GRACE_MS = 30_000
export const OIDC_REQUEST_MS = 900_000
/** What is over is kept so long: counts of a day are asked for. */
export const KEPT_MS = 2 * DAY_MS
/** Letters of one kind to one person in a day. Beyond: no letter leaves. */
export const LETTERS_PER_PERSON = 50
/** A passkey is made or shown within this. */
export const PASSKEY_CHALLENGE_MS = 300_000
/** Passkeys of one person. Beyond: 1130. */
export const PASSKEYS_PER_USER = 20
/** Sessions of one person; the one unused longest makes room. */
export const SESSIONS_PER_USER = 50
/** Browsers of one person; the one unused longest makes room. */
export const DEVICES_PER_USER = 20
/** A browser is kept so long beside a person who does not sign in with it again. */
export const DEVICE_KEPT_MS = 365 * DAY_MS
/** Other people on the browsers of one person that are told; beyond: those who were there last. */
export const USERS_ON_DEVICES = 50
/** Of what a browser calls itself. */
export const BROWSER_TEXT_MAX = 120
