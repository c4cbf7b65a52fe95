/**
 * Sets a market's leverage and waits until the account shows it ([4.18]): every second, at most 30 s. Every
 * step is told in one toast ([8.61]).
 */
import { ApiError, TimeoutError, type VestClient } from '@vest/sdk'
import { LEVERAGE_POLL_MS, LEVERAGE_TIMEOUT_MS, REFUSAL } from '@vest/protocol'
import type { TFunction } from 'i18next'
import type { Live, Market } from '../../live/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { showToast } from '../../ui/index.ts'

export interface ChangeLeverageInput {
  readonly client: Pick<VestClient, 'setLeverage' | 'account'>
  readonly live: Pick<Live, 'refreshAccount'>
  readonly t: TFunction
  readonly market: Market
  readonly value: number
  readonly now: () => number
  readonly wait: (delayMs: number) => Promise<void>
}

export async function changeLeverage(input: ChangeLeverageInput): Promise<'changed' | 'failed'> {
  const { client, live, t, market, value } = input
  const key = showToast({
    tone: 'pending',
    title: t('leverage.changing'),
    text: t('leverage.changingText', { market: market.label, value: `${value}X` }),
  })
  try {
    await client.setLeverage({ symbol: market.symbol, value })
    await untilShown(input)
    live.refreshAccount()
    showToast({ key, tone: 'ok', title: t('leverage.changed', { market: market.label, value }) })
    return 'changed'
  } catch (error) {
    const code = error instanceof ApiError || error instanceof TimeoutError ? error.code : 0
    showToast({
      key,
      tone: 'err',
      title: code === REFUSAL.ACCOUNT_NOT_FOUND ? t('leverage.needDeposit') : errorText(t, code),
    })
    return 'failed'
  }
}

async function untilShown({ client, market, value, now, wait }: ChangeLeverageInput): Promise<void> {
  const startMs = now()
  for (;;) {
    const { leverages } = await client.account()
    if (leverages.some((row) => row.symbol === market.symbol && row.value === value)) return
    if (now() - startMs + LEVERAGE_POLL_MS > LEVERAGE_TIMEOUT_MS) throw new TimeoutError()
    await wait(LEVERAGE_POLL_MS)
  }
}
