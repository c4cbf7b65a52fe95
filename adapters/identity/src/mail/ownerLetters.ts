/**
 * Letters that tell a person what was done in their name, so many of a kind in a day. Letters of a transaction leave once
 * what they tell of is on the disk, and none leaves where it was refused.
 */
import { isIdentityRefusal, type IdentityCaller, type IdentityRefusal, type OwnerNotice } from '@vest/runtime'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { DAY_MS, LETTERS_PER_PERSON } from '../limits.ts'
import { networkPrefix } from '../networkPrefix.ts'
import type { People, Person } from '../people.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { IdentityRows } from '../store/identityStore.ts'
import { letterMail } from './letterTexts.ts'
import type { Mail, MailQueue } from './mailQueue.ts'

export interface OwnerLettersPorts {
  readonly keys: Pick<IdentityKeys, 'lookup'>
  readonly people: Pick<People, 'emailOf'>
  readonly sessions: Pick<Sessions, 'languageOf'>
  readonly mails: Pick<MailQueue, 'add'>
  readonly nowMs: () => number
}

export type Tell = (rows: IdentityRows, person: Person, notice: OwnerNotice) => Promise<void>

export interface OwnerLetters {
  /** Undefined: this person has had enough of its kind today. `from`: an IP address, or empty. */
  write(
    rows: IdentityRows,
    person: Person,
    notice: OwnerNotice,
    at: { readonly from: string; readonly nowMs: number },
  ): Promise<Mail | undefined>
  /** What `work` tells is mailed after it, unless it refused. */
  withLetters<T extends object>(
    from: Pick<IdentityCaller, 'address'>,
    work: (tell: Tell) => Promise<T | IdentityRefusal>,
  ): Promise<T | IdentityRefusal>
}

export function createOwnerLetters({
  keys,
  people,
  sessions,
  mails,
  nowMs,
}: OwnerLettersPorts): OwnerLetters {
  const write: OwnerLetters['write'] = async (rows, person, notice, at) => {
    const count = { scope: `letters ${notice.kind}`, key: keys.lookup('letters', person.userId) }
    if ((await rows.counted(count, at.nowMs - DAY_MS)) >= LETTERS_PER_PERSON) return undefined
    await rows.count([count], at.nowMs)
    const [email, language] = [await people.emailOf(rows, person), await sessions.languageOf(rows, person)]
    return letterMail(email, language, {
      ...notice,
      timeMs: at.nowMs,
      network: at.from === '' ? '' : networkPrefix(at.from),
    })
  }

  return {
    write,
    async withLetters(from, work) {
      const letters = new Map<string, Mail>()
      const answer = await work(async (rows, person, notice) => {
        const letter = await write(rows, person, notice, { from: from.address, nowMs: nowMs() })
        // A transaction that met another is run again.
        if (letter !== undefined) letters.set(notice.kind, letter)
      })
      if (!isIdentityRefusal(answer)) for (const letter of letters.values()) mails.add(letter)
      return answer
    },
  }
}
