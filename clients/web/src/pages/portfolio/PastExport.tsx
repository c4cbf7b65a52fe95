/** The list of the past that is open, as a file. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  closedPositionsCsv,
  fillsCsv,
  fundingCsv,
  useClosedPositions,
  useFills,
  useFundingPayments,
  type Past,
} from '../../entities/past/index.ts'
import { downloadText } from '../../shared/csv/index.ts'
import { Button, showToast } from '../../ui/index.ts'
import type { PortfolioView } from './portfolioViews.ts'

const PAST_VIEWS = ['position-history', 'fills', 'funding'] as const
type PastView = (typeof PAST_VIEWS)[number]

export const isPast = (view: PortfolioView): view is PastView =>
  (PAST_VIEWS as readonly string[]).includes(view)

export function PastExport({ view }: { readonly view: PastView }) {
  switch (view) {
    case 'position-history':
      return <ExportClosed />
    case 'fills':
      return <ExportFills />
    case 'funding':
      return <ExportFunding />
  }
}

const ExportClosed = () => (
  <ExportButton past={useClosedPositions()} name="vest-position-history.csv" csv={closedPositionsCsv} />
)
const ExportFills = () => <ExportButton past={useFills()} name="vest-fills.csv" csv={fillsCsv} />
const ExportFunding = () => (
  <ExportButton past={useFundingPayments()} name="vest-funding.csv" csv={fundingCsv} />
)

function ExportButton<Row>({
  past,
  name,
  csv,
}: {
  readonly past: Past<Row>
  readonly name: string
  readonly csv: (rows: readonly Row[]) => string
}) {
  const { t } = useTranslation()
  const [isReading, setIsReading] = useState(false)
  const save = async (): Promise<void> => {
    setIsReading(true)
    try {
      downloadText(name, csv(await past.readAll()))
    } catch {
      showToast({ key: name, tone: 'err', title: t('table.failed') })
    } finally {
      setIsReading(false)
    }
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      isDisabled={isReading}
      icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
      onClick={() => void save()}
    >
      {t('orders.csv')}
    </Button>
  )
}
