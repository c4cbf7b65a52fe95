/** The ledger of a year, or all of it, as the file that a tool for taxes reads. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usd6 } from '@vest/protocol'
import { rowsOfYear, sumOf, TAX_FORMS, taxForm, yearsOf, type TaxForm } from '../../entities/ledger/index.ts'
import { downloadText } from '../../shared/csv/index.ts'
import { formatSignedMoney } from '../../shared/format/index.ts'
import { Button, Segmented } from '../../ui/index.ts'
import type { Ledger } from './useLedger.ts'

const ALL = 'all'

export function TaxExport({ ledger }: { readonly ledger: Ledger }) {
  const { t } = useTranslation()
  const [year, setYear] = useState<string>(ALL)
  const rows = year === ALL ? ledger.rows : rowsOfYear(ledger.rows, Number(year))
  const save = (form: TaxForm): void => downloadText(`vest-${form}-${year}.csv`, taxForm(form, rows))
  return (
    <section aria-label={t('taxes.title')} className="rounded-[10px] border border-line bg-s1 p-5 max-md:p-4">
      <h2 className="text-body font-semibold">{t('taxes.title')}</h2>
      <p className="mt-1 text-dense text-t2">{t('taxes.text')}</p>
      <Segmented
        label={t('taxes.year')}
        value={year}
        options={[
          { value: ALL, label: t('common.all') },
          ...yearsOf(ledger.rows).map((value) => ({ value: String(value), label: String(value) })),
        ]}
        onChange={setYear}
        className="mt-3 max-w-full flex-wrap"
      />
      <p className="mt-3 text-dense text-t2">
        {t('taxes.sum', { count: rows.length, sum: formatSignedMoney(usd6(sumOf(rows))) })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {TAX_FORMS.map((form) => (
          <Button
            key={form}
            isDisabled={rows.length === 0}
            icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
            onClick={() => save(form)}
          >
            {t(`taxes.form.${form}`)}
          </Button>
        ))}
      </div>
    </section>
  )
}
