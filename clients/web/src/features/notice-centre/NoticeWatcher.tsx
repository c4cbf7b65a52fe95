/**
 * Tells of what has just come: a toast for an alert, the browser's own notification where that was chosen and the tab is not
 * looked at. What a toast has told is read. One tab of a browser tells.
 */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeRow } from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { useLive } from '../../live/index.ts'
import { loadPageTexts } from '../../shared/i18n/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { showToast } from '../../ui/index.ts'
import { claimAlert } from '../../entities/price-alert/claimAlert.ts'
import { createNewNotices, wasToast } from './newNotices.ts'
import { noticeWords } from './noticeWords.ts'
import { useNotices, useNoticeSettings } from './useNotices.ts'

/** Until closed, as far as a trader is concerned: nobody watches all the time. */
const ALERT_TOAST_MS = 24 * 3_600_000
/** The exchange tells a little after the private channel does. */
const AFTER_NEWS_MS = 500

export function NoticeWatcher() {
  const { t } = useTranslation()
  const live = useLive()
  const address = useSession((state) => state.address)
  const { data, ask, markRead } = useNotices()
  const { data: settings } = useNoticeSettings()
  const news = useRef(createNewNotices())
  useEffect(() => {
    news.current = createNewNotices()
  }, [address])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const askSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        ask()
      }, AFTER_NEWS_MS)
    }
    const stops = [live.onOrder(askSoon), live.onTransfer(askSoon)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [live, ask])

  useEffect(() => {
    if (data === undefined || settings === undefined) return
    const fresh = news.current(data.notices)
    if (fresh.length === 0) return
    const isLookedAt = !document.hidden
    const tell = async (notice: NoticeRow): Promise<void> => {
      await loadPageTexts()
      const market = live.markets.get()?.get(notice.symbol ?? '')
      const { title, text } = noticeWords(t, notice, market?.label)
      if (notice.kind === 'PRICE_REACHED')
        showToast({
          key: notice.noticeId,
          tone: 'info',
          title,
          ...(text === undefined ? {} : { text }),
          durationMs: ALERT_TOAST_MS,
          ...(market === undefined
            ? {}
            : {
                action: {
                  label: t('market.trade', { market: market.label }),
                  onClick: () => askToNavigate({ pathname: `/trade/${market.symbol}`, search: '' }),
                },
              }),
        })
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

function tellByBrowser(title: string, body: string | undefined, tag: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { tag, ...(body === undefined ? {} : { body }) })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Mobile browsers have the name and refuse its use without a service worker; screen and mail still tell.
  }
}
