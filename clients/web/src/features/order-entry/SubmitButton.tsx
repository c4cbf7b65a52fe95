/** The one button of the ticket. Its text is the first refusal that holds, or verb, size and asset when ready. */
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import type { Market } from '../../live/index.ts'
import { formatSize } from '../../shared/format/index.ts'
import { Button } from '../../ui/index.ts'
import type { OrderEntryModel } from './useOrderEntry.ts'

export function SubmitButton({
  model,
  market,
}: {
  readonly model: OrderEntryModel
  readonly market: Market
}) {
  const { t } = useTranslation()
  const openDialog = useSession((state) => state.openDialog)
  const { draft, summary, state, guardrail, isSending, submit } = model
  const side = t(draft.isBuy ? 'side.long' : 'side.short')
  const variant = draft.isBuy ? 'long' : 'short'
  if (isSending)
    return (
      <Button size="xl" variant={variant} isBusy>
        {t('ticket.sending')}
      </Button>
    )
  switch (state.kind) {
    case 'unavailable':
      return <Button size="xl" isBlocked aria-label={t('ticket.unavailable')} />
    case 'blocked':
      return <Button size="xl" reason={t(`orderState.${state.reason}`)} />
    case 'deposit':
      return (
        <Button size="xl" variant="ink" onClick={() => openDialog('deposit')}>
          <span className="inline-block first-letter:uppercase">{t('orderState.depositToTrade')}</span>
        </Button>
      )
    case 'idle':
      return (
        <Button size="xl" isBlocked>
          {t('ticket.submit', { side, base: market.base })}
        </Button>
      )
    case 'ready':
      if (guardrail !== undefined) return <Button size="xl" reason={guardrail} />
      return (
        <Button size="xl" variant={variant} onClick={submit}>
          {t('ticket.submitSize', {
            side,
            size: formatSize(summary.size, market.sizeDecimals),
            base: market.base,
          })}
        </Button>
      )
  }
}
