/** The keys of the trading page: they fill the ticket, and, once armed, send it, cancel and close in this market. */
import { useTranslation } from 'react-i18next'
import { useHotkey } from '../../entities/hotkeys/index.ts'
import { ticketRequests, useStaleConfirm } from '../../entities/order/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { runBulk } from '../../features/bulk-orders/index.ts'
import { useLive } from '../../live/index.ts'
import { showToast } from '../../ui/index.ts'

export function useTradeHotkeys(symbol: string): void {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const bulk = { client, live, t, symbol }
  useHotkey('long', () => ticketRequests.send({ kind: 'side', isBuy: true }))
  useHotkey('short', () => ticketRequests.send({ kind: 'side', isBuy: false }))
  useHotkey('market', () => ticketRequests.send({ kind: 'type', type: 'MARKET' }))
  useHotkey('limit', () => ticketRequests.send({ kind: 'type', type: 'LIMIT' }))
  useHotkey('quarter', () => ticketRequests.send({ kind: 'percent', percent: 25 }))
  useHotkey('half', () => ticketRequests.send({ kind: 'percent', percent: 50 }))
  useHotkey('threeQuarters', () => ticketRequests.send({ kind: 'percent', percent: 75 }))
  useHotkey('whole', () => ticketRequests.send({ kind: 'percent', percent: 100 }))
  useHotkey('submit', () => ticketRequests.send({ kind: 'submit' }))
  useHotkey('cancelAll', () => void runBulk('cancelAll', bulk))
  const { mayGo } = useStaleConfirm()
  useHotkey('close', () => {
    if (mayGo(true)) void runBulk('closeAll', bulk)
    else showToast({ key: 'stale', tone: 'warn', title: t('ticket.confirmStale') })
  })
}
