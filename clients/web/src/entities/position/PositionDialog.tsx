/** A dialog about one position. The position may end while it is open, by another order or by liquidation; so does it. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, type DialogProps } from '../../ui/index.ts'
import { usePortfolio, type PositionRow } from '../account/index.ts'

export interface PositionDialogProps extends Pick<DialogProps, 'onClose' | 'title' | 'width'> {
  /** The market of the position; undefined = closed. */
  readonly symbol: string | undefined
  readonly children: (row: PositionRow) => ReactNode
}

export function PositionDialog({ symbol, children, ...dialog }: PositionDialogProps) {
  const { t } = useTranslation()
  const row = usePortfolio((portfolio) =>
    portfolio.positions.find((position) => position.market.symbol === symbol),
  )
  return (
    <Dialog {...dialog} isOpen={row !== undefined} closeLabel={t('common.close')}>
      {row && children(row)}
    </Dialog>
  )
}
