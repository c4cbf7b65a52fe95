/**
 * Codes of six digits that go to an address. A code is good for the page that asked, for ten minutes and five tries; the
 * newest is the only one. What stands in the database is a mac over address, challenge and code. An address whose day is
 * used up gets a challenge like any other, with a random mac that no code fits: the answers tell nothing.
 */
import { randomBytes, randomInt } from 'node:crypto'
import {
  REFUSAL,
  CODE_DIGITS,
  CODE_RESEND_MS,
  CODE_TRIES,
  CODE_VALID_MS,
  type CodeStartAnswer,
  type MailLanguage,
} from '@vest/protocol'
import type { IdentityCaller, IdentityRefusal } from '@vest/runtime'
import { browserText } from '../browserText.ts'
import { networkCount } from '../callLimits.ts'
import { isSame, type IdentityKeys } from '../keys/identityKeys.ts'
import { sealJson, unsealJson } from '../keys/sealed.ts'
import {
  CODES_PER_NETWORK,
  DAY_MS,
  FAILURES_OF_ALL,
  FAILURES_PER_ADDRESS,
  FAILURES_PER_NETWORK,
  HOUR_MS,
  MAILS_PER_ADDRESS,
} from '../limits.ts'
import type { Mail, MailQueue } from '../mail/mailQueue.ts'
import { codeMail } from '../mail/mailTexts.ts'
import { networkPrefix } from '../networkPrefix.ts'
import type { ProviderIdentity } from '../people.ts'
import { refused, tooManyInHour } from '../refused.ts'
import type { Count, IdentityRows } from '../store/identityStore.ts'
import { isKnownDevice } from '../tokens/deviceTokens.ts'

/** A challenge that is on the disk, and the mail that leaves once it is. */
export interface StartedCode extends CodeStartAnswer {
  readonly mail: Mail | undefined
}

interface CodeAsked {
  /** In its one form. */
  readonly email: string
  readonly language: MailLanguage
  readonly deviceToken?: string | undefined
  /** What signing in with this code links. */
  readonly pending?: ProviderIdentity
}
interface CodeTried {
  readonly email: string
  readonly challengeId: string
  readonly code: string
}

export interface SignInCodes {
  start(
    rows: IdentityRows,
    asked: CodeAsked,
    from: IdentityCaller,
    nowMs: number,
  ): Promise<StartedCode | IdentityRefusal>
  /** After the transaction: the mail goes to the queue. */
  sent(started: StartedCode): CodeStartAnswer
  check(
    rows: IdentityRows,
    tried: CodeTried,
    from: IdentityCaller,
    nowMs: number,
  ): Promise<GoodCode | IdentityRefusal>
}

/** What was asked along with the code, and becomes true with it. */
export interface GoodCode {
  /** In which letters to this person are written from now on. */
  readonly language: MailLanguage
  /** Another name of the same person. */
  readonly identity?: ProviderIdentity
}

export function createSignInCodes({ keys, mails }: { keys: IdentityKeys; mails: MailQueue }): SignInCodes {
  const ofAddress = (scope: string, email: string, isKnown: boolean): Count => ({
    scope: isKnown ? `${scope} of known` : scope,
    key: keys.lookup('email', email),
  })
  const ofAll: Count = { scope: 'failures of all', key: keys.lookup('all', '') }
  const isLocked = async (
    rows: IdentityRows,
    email: string,
    isKnown: boolean,
    nowMs: number,
  ): Promise<boolean> =>
    (await rows.counted(ofAddress('failures', email, isKnown), nowMs - DAY_MS)) >= FAILURES_PER_ADDRESS

  return {
    async start(rows, { email, language, deviceToken, pending }, from, nowMs) {
      const asks = networkCount(keys, 'asks', from)
      if ((await rows.counted(asks, nowMs - HOUR_MS)) >= CODES_PER_NETWORK) return tooManyInHour()
      const lookup = keys.lookup('email', email)
      const isKnown = isKnownDevice(keys, email, deviceToken)
      const waitMs =
        ((await rows.lastChallengeMs(lookup, isKnown)) ?? -CODE_RESEND_MS) + CODE_RESEND_MS - nowMs
      if (waitMs > 0) return refused(REFUSAL.TOO_MANY_REQUESTS, { retryAfterS: Math.ceil(waitMs / 1_000) })

      const mailed = ofAddress('mails', email, isKnown)
      const isSilent =
        (await isLocked(rows, email, isKnown, nowMs)) ||
        (await rows.counted(mailed, nowMs - DAY_MS)) >= MAILS_PER_ADDRESS
      const challengeId = randomBytes(24).toString('base64url')
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
      const codeMac = keys.codeMac(email, challengeId, code)
      const expiresMs = nowMs + CODE_VALID_MS
      await rows.endChallenges(lookup, isKnown)
      await rows.addChallenge({
        challengeId,
        lookup,
        isKnownDevice: isKnown,
        codeMac: isSilent ? randomBytes(codeMac.length) : codeMac,
        createdMs: nowMs,
        expiresMs,
        tries: 0,
        isEnded: false,
        pending: sealJson(keys.looseKey, `pending ${challengeId}`, {
          language,
          ...(pending === undefined ? {} : { identity: pending }),
        } satisfies GoodCode),
      })
      await rows.count([asks, mailed], nowMs)
      const place = {
        timeMs: nowMs,
        network: networkPrefix(from.address),
        browser: browserText(from.browser),
      }
      return {
        challengeId,
        expiryTime: expiresMs,
        resendTime: nowMs + CODE_RESEND_MS,
        mail: isSilent ? undefined : codeMail(email, language, code, place),
      }
    },

    sent({ mail, ...answer }) {
      if (mail !== undefined) mails.add(mail)
      return answer
    },

    async check(rows, { email, challengeId, code }, from, nowMs) {
      const challenge = await rows.challenge(challengeId)
      const isKnown = challenge?.isKnownDevice ?? false
      const networkFailures = networkCount(keys, 'failures', from)
      if ((await rows.counted(networkFailures, nowMs - HOUR_MS)) >= FAILURES_PER_NETWORK)
        return tooManyInHour()
      if (!isKnown && (await rows.counted(ofAll, nowMs - HOUR_MS)) >= FAILURES_OF_ALL) return tooManyInHour()
      // Done in every case, so that each costs the same.
      const mac = keys.codeMac(email, challengeId, code.replace(/\s/g, ''))
      const isShut = await isLocked(rows, email, isKnown, nowMs)
      const isOpen =
        challenge !== undefined &&
        !challenge.isEnded &&
        challenge.expiresMs > nowMs &&
        isSame(challenge.lookup, keys.lookup('email', email))
      const fits = isSame(mac, challenge?.codeMac ?? new Uint8Array(mac.length)) && isOpen && !isShut
      if (fits) {
        await rows.noteTry(challengeId, true)
        return unsealJson<GoodCode>(keys.looseKey, `pending ${challengeId}`, challenge.pending)
      }
      await rows.count([networkFailures, ofAll], nowMs)
      if (!isOpen) return refused(REFUSAL.CODE_ENDED)
      // Of a code that is there to be guessed alone: otherwise an attacker could use up a person's day with made-up challenges.
      await rows.count([ofAddress('failures', email, isKnown)], nowMs)
      const triesLeft = CODE_TRIES - challenge.tries - 1
      await rows.noteTry(challengeId, triesLeft === 0)
      return triesLeft === 0 ? refused(REFUSAL.CODE_ENDED) : refused(REFUSAL.WRONG_CODE, { triesLeft })
    },
  }
}
