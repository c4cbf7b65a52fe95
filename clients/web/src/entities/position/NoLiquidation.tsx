/** Why a position has no liquidation price: not a number that is missing, but a position that no price can end. */
import { useTranslation } from 'react-i18next'
import { Term } from '../../ui/index.ts'
import { Explained } from '../explanation/index.ts'

export function NoLiquidation({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Explained number={{ kind: 'liquidationPrice', symbol }}>{t('positions.liqNone')}</Explained>
      <span className="text-caption leading-[12px] text-t3">
        <Term help={t('positions.liqNoneHelp')}>{t('positions.liqNoneWhy')}</Term>
      </span>
    </>
  )
}
