/** The limits that a person sets for an account: what holds, what waits for the reset, what is left of the day. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readUsd6 } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { useResetClock } from '../../entities/capital/useResetClock.ts'
import { refreshGuardrails, useGuardrails, type GuardrailFacts } from '../../entities/guardrails/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useLive } from '../../live/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { numericRules } from '../../shared/numeric/index.ts'
import { Button, FormError, KeyValue, NumberField, showToast, Skeleton, useRefusals } from '../../ui/index.ts'
import {
  draftOf,
  faultyFields,
  GUARDRAIL_FIELDS,
  pendingFields,
  requestOf,
  type GuardrailDraft,
  type GuardrailField,
} from './guardrailForm.ts'

export function GuardrailsPanel() {
  const { t } = useTranslation()
  const { facts, hasFailed, retry } = useGuardrails()
  return (
    <section
      aria-labelledby="guardrails"
      className="mt-3 rounded-[10px] border border-line bg-s1 px-6 py-4 max-md:px-4"
    >
      <h2 id="guardrails" className="text-body font-semibold">
        {t('guardrails.title')}
      </h2>
      <p className="mb-3 max-w-[480px] text-dense text-t2">{t('guardrails.text')}</p>
      {facts !== undefined ? (
        <>
          <DayFigures facts={facts} />
          <GuardrailsForm key={JSON.stringify(facts.limits)} facts={facts} />
        </>
      ) : hasFailed ? (
        <div className="flex flex-wrap items-center gap-3 text-dense text-t2">
          {t('guardrails.failed')}
          <Button onClick={retry}>{t('common.retry')}</Button>
        </div>
      ) : (
        <GuardrailsSkeleton />
      )}
    </section>
  )
}

/** As high as a form without limits. */
function GuardrailsSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-4 h-10 max-w-[420px]" />
      <div className="grid grid-cols-3 gap-3 max-xl:grid-cols-2 max-md:grid-cols-1">
        {GUARDRAIL_FIELDS.map((field) => (
          <Skeleton key={field} className="h-11 max-md:h-12" />
        ))}
      </div>
      <Skeleton className="mt-3 h-4 max-w-[320px]" />
      <Skeleton className="mt-3 h-9 w-24 max-md:w-full" />
    </div>
  )
}

/**
 * Of the day: what it has brought, what may still be lost, and what keeps the account from opening anything. No clock
 * here is a live region: it would be read out each second.
 */
function DayFigures({ facts }: { readonly facts: GuardrailFacts }) {
  const { t } = useTranslation()
  const reset = useResetClock(facts.nextResetMs)
  return (
    <div className="mb-4 max-w-[420px]">
      <KeyValue label={t('guardrails.dayResult')}>{formatMoney(facts.dayResult)}</KeyValue>
      {facts.dailyLeft !== undefined && (
        <KeyValue label={t('guardrails.dailyLeft')}>{formatMoney(facts.dailyLeft)}</KeyValue>
      )}
      <KeyValue label={t('guardrails.reset')}>{reset}</KeyValue>
      {facts.isStopped && <p className="mt-1 text-dense text-err">{t('guardrails.stopped', { reset })}</p>}
      {facts.coolUntilMs !== undefined && <Cooling untilMs={facts.coolUntilMs} />}
    </div>
  )
}

function Cooling({ untilMs }: { readonly untilMs: number }) {
  const { t } = useTranslation()
  const left = useResetClock(untilMs)
  return <p className="mt-1 text-dense text-err">{t('guardrails.cooling', { left })}</p>
}

function GuardrailsForm({ facts }: { readonly facts: GuardrailFacts }) {
  const { t } = useTranslation()
  const live = useLive()
  const queries = useQueryClient()
  const client = useSession((state) => state.client)
  const [draft, setDraft] = useState(() => ({ ...draftOf(facts.limits), ...shownPending(facts) }))
  const refusals = useRefusals<GuardrailField>()
  const [isSending, setIsSending] = useState(false)
  const [code, setCode] = useState<number>()
  const faults = faultyFields(draft)
  const waiting = pendingFields(facts.limits, facts.pending)
  const reset = useResetClock(facts.nextResetMs)
  const save = async (): Promise<void> => {
    if (faults.length > 0 || refusals.names.length > 0) return
    setIsSending(true)
    setCode(undefined)
    try {
      const answer = await client.setGuardrails(requestOf(draft))
      live.refreshAccount()
      await refreshGuardrails(queries)
      showToast({
        tone: 'ok',
        title: t(answer.pending === null ? 'guardrails.saved' : 'guardrails.savedLater'),
      })
    } catch (error) {
      setCode(error instanceof ApiError ? error.code : 0)
    } finally {
      setIsSending(false)
    }
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="grid grid-cols-3 items-start gap-3 max-xl:grid-cols-2 max-md:grid-cols-1">
        {GUARDRAIL_FIELDS.map((field) => (
          <div key={field}>
            <NumberField
              name={field}
              label={t(`guardrails.field.${field}`)}
              unit={UNITS[field] === 'minutes' ? t('guardrails.minutes') : UNITS[field]}
              value={draft[field]}
              rules={numericRules[UNITS[field] === 'USDC' ? 'transfer' : 'count']()}
              placeholder={t('guardrails.none')}
              isInvalid={faults.includes(field) && draft[field] !== ''}
              error={faults.includes(field) && draft[field] === '' ? t('guardrails.half') : undefined}
              onChange={(text) => setDraft((held) => ({ ...held, [field]: text }))}
              onRefusal={(isRefused) => refusals.report(field, isRefused)}
            />
            <Waiting field={field} now={draftOf(facts.limits)[field]} then={waiting[field]} reset={reset} />
          </div>
        ))}
      </div>
      <p className="text-caption text-t3">{t('guardrails.rule')}</p>
      <FormError text={code === undefined ? undefined : errorText(t, code)} />
      <Button
        type="submit"
        variant="ink"
        className="self-start max-md:w-full"
        isBusy={isSending}
        isDisabled={faults.length > 0 || refusals.names.length > 0}
      >
        {t('guardrails.save')}
      </Button>
    </form>
  )
}

const UNITS: Readonly<Record<GuardrailField, 'USDC' | 'X' | 'minutes'>> = {
  dailyStop: 'USDC',
  sizeMax: 'USDC',
  leverageMax: 'X',
  coolDownLoss: 'USDC',
  coolDownMinutes: 'minutes',
}

/** The form shows what was asked for; what holds until then stands below it. */
const shownPending = ({ limits, pending }: GuardrailFacts): Partial<GuardrailDraft> =>
  pendingFields(limits, pending)

function Waiting({
  field,
  now,
  then,
  reset,
}: {
  readonly field: GuardrailField
  readonly now: string
  readonly then: string | undefined
  readonly reset: string
}) {
  const { t } = useTranslation()
  if (then === undefined) return null
  const shown = (text: string): string => {
    if (text === '') return t('guardrails.unlimited')
    const unit = UNITS[field]
    if (unit === 'USDC') return formatMoney(readUsd6(text))
    return unit === 'X' ? `${text}X` : `${text} ${t('guardrails.minutes')}`
  }
  return (
    <p className="mt-1 text-caption text-warn">
      {t('guardrails.waiting', { now: shown(now), next: shown(then), reset })}
    </p>
  )
}
