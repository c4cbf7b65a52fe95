/** A list of the past: its table, and the way to what is older. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { Button, DataTable, EmptyState, type DataColumn } from '../../ui/index.ts'
import { BrowseMarkets } from '../market/index.ts'
import { useHasAccount } from '../session/SessionContext.tsx'
import type { Past } from './usePast.ts'

export interface PastTableProps<Row extends { readonly id: string }> {
  readonly label: string
  readonly past: Past<Row>
  readonly columns: readonly DataColumn<Row>[]
  readonly card: (row: Row) => ReactNode
  readonly emptyText: string
}

export function PastTable<Row extends { readonly id: string }>({
  label,
  past,
  columns,
  card,
  emptyText,
}: PastTableProps<Row>) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const isExpected = useHasAccount()
  const { rows, isLoaded, hasFailed, retry, readOlder } = past
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        texts={texts}
        isLoading={isExpected && !isLoaded && !hasFailed}
        rowHeight={36}
        isTight
        cardBelow={1024}
        card={card}
        className="bg-s1"
        onRetry={hasFailed ? retry : undefined}
        empty={<EmptyState title={t('past.emptyTitle')} text={emptyText} action={<BrowseMarkets />} />}
      />
      {readOlder !== undefined && (
        <p className="border-t border-line p-3 text-center">
          <Button size="sm" onClick={readOlder}>
            {t('past.older')}
          </Button>
        </p>
      )}
    </>
  )
}
