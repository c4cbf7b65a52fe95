/**
 * The TP/SL dialog ([2.40]): the position with its tape, its take profits and stop losses as rows, and one button that
 * sets what was changed. It opens from the positions, their cards and the open orders.
 */
import { useEffect, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortfolio, type PositionRow } from '../../entities/account/index.ts'
import { ExitTape, PositionDialog, PositionWell, usePositionExits } from '../../entities/position/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useLive } from '../../live/index.ts'
import { Button, useRefusals } from '../../ui/index.ts'
import { saveTpsl } from './saveTpsl.ts'
import { tpslChanges } from './tpslChanges.ts'
import { EXIT_KINDS, openDraft, reduceTpsl, rowPrice, type TpslContext } from './tpslForm.ts'
import { TpslRows } from './TpslRows.tsx'
import { tpslState, type TpslField } from './tpslState.ts'

export interface EditTpslDialogProps {
  /** The market of the position; undefined = closed. */
  readonly symbol: string | undefined
  readonly onClose: () => void
}

export function EditTpslDialog({ symbol, onClose }: EditTpslDialogProps) {
  const { t } = useTranslation()
  return (
    <PositionDialog symbol={symbol} onClose={onClose} title={t('tpsl.title')} width={480}>
      {(row) => <TpslForm key={row.market.symbol} row={row} onClose={onClose} />}
    </PositionDialog>
  )
}

function TpslForm({ row, onClose }: { readonly row: PositionRow; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const { market } = row
  const position = usePortfolio((portfolio) => portfolio.factOf.get(market.symbol))
  const held = usePositionExits(row)
  const [draft, act] = useReducer(reduceTpsl, undefined, () => openDraft(held, market))
  const [isSaving, setIsSaving] = useState(false)
  const refusals = useRefusals<TpslField>()
  // While the own changes are under way each row learns of its order from them.
  useEffect(() => {
    if (!isSaving) act({ kind: 'orders', held, market })
  }, [isSaving, held, market])
  if (position === undefined) return null
  const context: TpslContext = { market, position, mark: row.markPrice, isHalted: row.isHalted }
  const state = tpslState(draft, context, refusals.names)

  const save = (): void => {
    if (state !== 'ready') return
    setIsSaving(true)
    void saveTpsl({
      client,
      live,
      t,
      market,
      isLong: position.isLong,
      changes: tpslChanges(draft, context),
      onStands: (key, exit) => act({ kind: 'stands', key, held: exit }),
      onGone: (id) => act({ kind: 'gone', id }),
    })
      .then((outcome) => outcome === 'saved' && onClose())
      .finally(() => setIsSaving(false))
  }
  const exits = draft.rows.flatMap((one) => {
    const price = rowPrice(one, market)
    return price === undefined ? [] : [{ kind: one.kind, price }]
  })
  return (
    <div className="flex flex-col gap-3">
      <PositionWell row={row} />
      <ExitTape row={row} exits={exits} surface="var(--s2)" isNamed />
      {EXIT_KINDS.map((kind) => (
        <TpslRows
          key={kind}
          kind={kind}
          draft={draft}
          context={context}
          liquidation={row.liquidationPrice}
          act={act}
          refusals={refusals}
        />
      ))}
      {state === 'closed' || state === 'refused' ? (
        <Button
          size="xl"
          reason={t(state === 'closed' ? 'orderState.marketClosed' : 'orderState.fieldRefused')}
        />
      ) : (
        <Button size="xl" variant="ink" isBlocked={state === 'idle'} isBusy={isSaving} onClick={save}>
          {t('tpsl.submit')}
        </Button>
      )}
    </div>
  )
}
