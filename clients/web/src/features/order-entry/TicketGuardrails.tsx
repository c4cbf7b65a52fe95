/** Guardrails beside the order: what is left of the day, and the one that would refuse it, named on the button. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { guardrailBlock, useGuardrails } from '../../entities/guardrails/index.ts'
import { useSession } from '../../entities/session/index.ts'
import type { Market } from '../../live/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { KeyValue } from '../../ui/index.ts'
import type { OrderEntryModel } from './useOrderEntry.ts'

export function TicketGuardrails({
  model,
  market,
}: {
  readonly model: OrderEntryModel
  readonly market: Market
}) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const { facts } = useGuardrails()
  const { draft, context, summary, reportGuardrail } = model
  const block =
    facts === undefined || context.mark === undefined
      ? undefined
      : guardrailBlock(
          facts,
          {
            isBuy: draft.isBuy,
            isReduceOnly: draft.isReduceOnly,
            size: summary.size,
            held: context.position,
            mark: context.mark,
            scale: market.scale,
          },
          client.correctedNow(),
        )
  const reason = block === undefined ? undefined : t(`guardrails.block.${block}`)
  useEffect(() => reportGuardrail(reason), [reportGuardrail, reason])
  useEffect(() => () => reportGuardrail(undefined), [reportGuardrail])
  if (facts === undefined) return null
  const { dailyStop, sizeMax } = facts.limits
  if (dailyStop === undefined && sizeMax === undefined && block === undefined) return null
  return (
    <section aria-label={t('guardrails.title')} className="border-t border-line px-4 py-2">
      {dailyStop !== undefined && (
        <KeyValue label={t('guardrails.dailyLeft')}>
          {formatMoney(facts.dailyLeft)} / {formatMoney(dailyStop)}
        </KeyValue>
      )}
      {sizeMax !== undefined && (
        <KeyValue label={t('guardrails.field.sizeMax')}>{formatMoney(sizeMax)}</KeyValue>
      )}
      {block !== undefined && (
        <p role="status" className="mt-1 text-caption text-err">
          {t(`guardrails.blockText.${block}`)}
        </p>
      )}
    </section>
  )
}
