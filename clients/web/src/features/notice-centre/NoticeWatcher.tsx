/**
 * Tells new notices: a toast for a price alert, and the browser's notification where that was chosen and the tab is hidden.
 * What a toast has told is marked read. One tab of a browser tells.
 */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeRow } from '@vest/protocol'
import { claimAlert } from '../../entities/price-alert/claimAlert.ts'
import { showAlertToast } from '../../entities/price-alert/showAlertToast.ts'
import { useSession } from '../../entities/session/index.ts'
import { useLive } from '../../live/index.ts'
import { loadPageTexts } from '../../shared/i18n/index.ts'
import { tellByBrowser } from '../../shared/tellByBrowser.ts'
import { createNewNotices, wasToast } from './newNotices.ts'
import { noticeWords } from './noticeWords.ts'
import { useNotices, useNoticeSettings } from './useNotices.ts'

export function NoticeWatcher() {
  const { t } = useTranslation()
  const live = useLive()
  const address = useSession((state) => state.address)
  const { data, ask, isHeard, markRead } = useNotices()
  const { data: settings } = useNoticeSettings()
  const news = useRef(createNewNotices())
  useEffect(() => {
    news.current = createNewNotices()
  }, [address])

  useEffect(() => live.onNotices(ask), [live, ask])
  // What came before the channel was open was not told by it.
  useEffect(() => {
    if (isHeard) ask()
  }, [isHeard, ask])

  useEffect(() => {
    if (data === undefined || settings === undefined) return
    const fresh = news.current(data.notices)
    if (fresh.length === 0) return
    const isLookedAt = !document.hidden
    const tell = async (notice: NoticeRow): Promise<void> => {
      await loadPageTexts()
      const market = live.markets.get()?.get(notice.symbol ?? '')
      const { title, text } = noticeWords(t, notice, market?.label)
      if (notice.kind === 'PRICE_REACHED') showAlertToast(t, { key: notice.noticeId, title, text, market })
      if (settings.channels[notice.about].browser && (!isLookedAt || notice.kind === 'PRICE_REACHED'))
        tellByBrowser(title, text, notice.noticeId)
    }
    for (const notice of fresh)
      if (!wasToast(notice) || !isLookedAt)
        claimAlert(`${notice.noticeId} ${notice.time}`, () => void tell(notice).catch(() => undefined))
    const read = isLookedAt ? fresh.filter(wasToast).map(({ noticeId }) => noticeId) : []
    if (read.length > 0) void markRead(read)
  }, [data, settings, live, t, markRead])
  return null
}
