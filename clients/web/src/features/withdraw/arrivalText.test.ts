import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { arrivalText } from './arrivalText.ts'

const t = ((key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`) as unknown as TFunction

it.each([
  [15, 'withdraw.aboutSeconds {"seconds":15}'],
  [59, 'withdraw.aboutSeconds {"seconds":59}'],
  [60, 'withdraw.aboutMinute {}'],
  [89, 'withdraw.aboutMinute {}'],
  [900, 'withdraw.aboutMinutes {"minutes":15}'],
])('[9.7] what a network takes is told as it is: %d seconds', (withdrawSeconds, text) =>
  expect(arrivalText(t, { withdrawSeconds })).toBe(text),
)
