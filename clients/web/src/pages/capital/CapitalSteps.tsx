/** What happens when, from the payment to the first profit, in four steps. */
import { useTranslation } from 'react-i18next'

const STEPS = ['pay', 'trade', 'claim', 'profit'] as const

export function CapitalSteps() {
  const { t } = useTranslation()
  return (
    <ol className="mt-3 grid rounded-[10px] border border-line bg-s1 py-4 md:grid-cols-2 xl:grid-cols-4">
      {STEPS.map((step, at) => (
        <li key={step} className="px-5 py-1 not-first:border-l not-first:border-line max-xl:border-l-0!">
          <p className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className="inline-flex size-[18px] items-center justify-center rounded-[4px] bg-s3 text-[11px] font-semibold text-t2"
            >
              {at + 1}
            </span>
            <span className="font-medium">{t(`capitalPage.steps.${step}.title`)}</span>
          </p>
          <p className="mt-1 text-dense text-t2">{t(`capitalPage.steps.${step}.text`)}</p>
        </li>
      ))}
    </ol>
  )
}
