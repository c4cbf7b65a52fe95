/**
 * Tells what has become of transfers, wherever the user is ([4.6], [8.59]): an approved withdrawal opens its
 * dialog, a filled one says so with a way to the list, a rejected one says why.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isWithdrawal, transferNews, type TransferNews } from '../../entities/transfer/index.ts'
import { useSessionStore } from '../../entities/session/index.ts'
import { useLive, type Transfer } from '../../live/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { showToast } from '../../ui/index.ts'

export function TransferNotices() {
  const { t } = useTranslation()
  const live = useLive()
  const session = useSessionStore()
  const queries = useQueryClient()
  useEffect(() => {
    let known: ReadonlyMap<string, Transfer> | undefined
    const announced = new Set<string>()
    const amount = ({ size }: Transfer): string => `${formatMoney(size, { prefix: '' })} USDC`
    const toList = {
      label: t('transfer.show'),
      onClick: () => void askToNavigate({ pathname: '/portfolio', search: '?view=transfers' }),
    }
    function tell({ kind, transfer }: TransferNews): void {
      const key = `transfer-${transfer.id}`
      const isOut = isWithdrawal(transfer)
      if (kind === 'verified' && isOut) {
        const { dialog, openDialog } = session.getState()
        if (dialog === undefined || dialog.name === 'withdraw') openDialog('withdrawal-approved', transfer.id)
      }
      if (kind === 'filled') {
        showToast({
          key,
          tone: 'ok',
          title: t(isOut ? 'withdraw.filled' : 'deposit.filled', { amount: amount(transfer) }),
          action: toList,
        })
        void queries.invalidateQueries({ queryKey: ['private', 'wallet'] })
      }
      if (kind === 'rejected') {
        const reason = errorText(t, transfer.code ?? 0)
        showToast({
          key,
          tone: 'err',
          title: t(isOut ? 'withdraw.failed' : 'deposit.failed', { reason }),
          action: toList,
        })
      }
    }
    const look = (): void => {
      const { account, transfers } = live.account.get()
      // Signed out, or not read yet: nothing to compare with.
      if (account === undefined) {
        known = undefined
        return
      }
      if (known !== undefined) transferNews(known, transfers, announced).forEach(tell)
      known = transfers
    }
    look()
    const stops = [live.onTransfer(({ id }) => announced.add(id.toLowerCase())), live.account.subscribe(look)]
    return () => stops.forEach((stop) => stop())
  }, [live, session, queries, t])
  return null
}
