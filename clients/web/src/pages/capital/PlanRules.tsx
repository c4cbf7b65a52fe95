/** The rules of every plan in plain words; what differs between plans stands on their cards. */
import { useTranslation } from 'react-i18next'

const RULES = [
  'goal',
  'daily',
  'drawdown',
  'verdict',
  'markets',
  'simulated',
  'profit',
  'money',
  'buying',
  'access',
] as const

export function PlanRules({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} tabIndex={-1} className="scroll-mt-32 text-nav font-semibold outline-none">
        {t('capitalPage.rules')}
      </h2>
      <div className="mt-3 overflow-hidden rounded-[10px] border border-line bg-s1">
        {/* Hairlines at the upper and left edge of each cell; the outer ones lie under the card's border. */}
        <ul className="-mt-px -ml-px grid md:grid-cols-2">
          {RULES.map((rule) => (
            <li key={rule} className="border-t border-l border-line px-5 py-4 max-md:px-4">
              <h3 className="font-semibold">{t(`capitalPage.rule.${rule}.title`)}</h3>
              <p className="mt-1 max-w-[520px] text-t2">{t(`capitalPage.rule.${rule}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
