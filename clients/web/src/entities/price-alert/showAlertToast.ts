/** The toast of a price that was reached, with the way to its market where that is listed. */
import type { TFunction } from 'i18next'
import type { Market } from '../../live/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { showToast } from '../../ui/index.ts'

/** In effect until it is closed: a trader does not watch all the time. */
const DURATION_MS = 24 * 3_600_000

export function showAlertToast(
  t: TFunction,
  {
    key,
    title,
    text,
    market,
  }: {
    readonly key: string
    readonly title: string
    readonly text: string | undefined
    readonly market: Market | undefined
  },
): void {
  showToast({
    key,
    tone: 'info',
    title,
    ...(text === undefined ? {} : { text }),
    durationMs: DURATION_MS,
    ...(market === undefined
      ? {}
      : {
          action: {
            label: t('market.trade', { market: market.label }),
            onClick: () => askToNavigate({ pathname: `/trade/${market.symbol}`, search: '' }),
          },
        }),
  })
}
