import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { onrampNotice } from './onrampNotice.ts'

const t = ((key: string) => key) as unknown as TFunction

it('[4.15] [8.60] paid, canceled, failed and pending each say so, pending for eight seconds; ready says nothing', () => {
  const said = (['paid', 'canceled', 'failed', 'pending', 'completed'] as const).map((event) =>
    onrampNotice(t, { event, usdc: '247.10' }),
  )
  expect(said).toEqual([
    { key: 'onramp', tone: 'ok', title: 'onramp.paid' },
    { key: 'onramp', tone: 'warn', title: 'onramp.canceled' },
    { key: 'onramp', tone: 'err', title: 'onramp.failed' },
    { key: 'onramp', tone: 'pending', title: 'onramp.pending', durationMs: 8_000 },
    { key: 'onramp', tone: 'ok', title: 'onramp.completed' },
  ])
  expect(onrampNotice(t, { event: 'ready', usdc: undefined })).toBeUndefined()
})
