/**
 * Shows an explanation: beside its number on large screens, as a sheet at the lower edge below 768 px. It goes on
 * with the number: both are made of the same frame.
 */
import { useEffect, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyValue, SheetOrPopover } from '../../ui/index.ts'
import { usePortfolio } from '../account/usePortfolio.ts'
import { useMarket, useTicker } from '../market/useMarkets.ts'
import { explainNumber } from './explainNumber.ts'
import type { ExplainedNumber, Explanation, FigureLine } from './explanation.ts'

export interface ExplanationLayerProps {
  readonly number: ExplainedNumber
  readonly opener: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function ExplanationLayer({ number, opener, onClose }: ExplanationLayerProps) {
  const { t } = useTranslation()
  const explanation = useExplanation(number)
  const isGone = explanation === undefined
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (explanation === undefined) return null
  return (
    <SheetOrPopover
      title={explanation.title}
      closeLabel={t('common.close')}
      opener={opener}
      onClose={onClose}
    >
      <Content explanation={explanation} />
    </SheetOrPopover>
  )
}

function useExplanation(number: ExplainedNumber): Explanation | undefined {
  const { t } = useTranslation()
  const symbol = 'symbol' in number ? number.symbol : undefined
  const portfolio = usePortfolio((all) => all)
  const market = useMarket(symbol)
  const ticker = useTicker(symbol)
  return explainNumber(t, number, { portfolio, market, ticker })
}

function Content({ explanation }: { readonly explanation: Explanation }) {
  const { t } = useTranslation()
  const { formula, figures, steps, result, also, note } = explanation
  return (
    <>
      <div className="rounded-[8px] bg-s3 px-3 py-2">
        <h3 className="sr-only">{t('explain.formula')}</h3>
        {formula.map((line) => (
          <p key={line} className="text-dense font-medium">
            {line}
          </p>
        ))}
      </div>
      {figures.length > 0 && (
        <Part title={t('explain.figures')}>
          {figures.map((line) => (
            <KeyValue key={line.label} label={<Label line={line} />}>
              {line.value}
            </KeyValue>
          ))}
        </Part>
      )}
      {steps.length > 0 && (
        <Part title={t('explain.steps')}>
          {steps.map(({ label, expression, value }, at) => (
            <KeyValue
              key={at}
              // Every figure is needed to reckon after it: a long step takes two lines.
              className="flex-wrap [&>:first-child]:whitespace-normal [&>:last-child]:ml-auto"
              label={
                <>
                  {label !== undefined && <span className="mr-[6px] text-t1">{label}</span>}
                  {expression}
                </>
              }
            >
              <span className="text-t3">= </span>
              {value}
            </KeyValue>
          ))}
        </Part>
      )}
      <div className="mt-2 border-t border-line pt-2">
        <KeyValue label={<Label line={result} />} className="font-semibold">
          <strong className="font-semibold">{result.value}</strong>
        </KeyValue>
        {also !== undefined && <KeyValue label={<Label line={also} />}>{also.value}</KeyValue>}
      </div>
      {note !== undefined && <p className="mt-2 text-caption text-t3">{note}</p>}
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-3">
      <h3 className="text-caption text-t3">{title}</h3>
      {children}
    </section>
  )
}

function Label({ line: { symbol, label } }: { readonly line: FigureLine }) {
  return (
    <>
      {symbol !== undefined && symbol !== label && (
        <span className="mr-[6px] font-medium text-t1">{symbol}</span>
      )}
      {label}
    </>
  )
}
