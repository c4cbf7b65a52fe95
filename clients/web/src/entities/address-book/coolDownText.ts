/** How long what is looser waits, in the largest unit that says it: rounded up, so that nothing holds too early. */
import type { TFunction } from 'i18next'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export const coolDownText = (t: TFunction, coolDownMs: number): string =>
  coolDownMs >= HOUR_MS
    ? t('addressBook.hours', { total: Math.ceil(coolDownMs / HOUR_MS) })
    : t('addressBook.minutes', { total: Math.ceil(coolDownMs / MINUTE_MS) })
