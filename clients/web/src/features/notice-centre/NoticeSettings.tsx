/** What reaches the owner by which way: each choice is kept at once, for every device. */
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  NOTICE_CATEGORIES,
  NOTICES_LOCKED_ON_SCREEN,
  type NoticeCategory,
  type NoticeChannels,
  type NoticeSettings as Settings,
} from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { Checkbox, FormError, ReadFailure, Segmented, Skeleton } from '../../ui/index.ts'
import { BrowserLeave } from './BrowserLeave.tsx'
import { MailAddress } from './MailAddress.tsx'
import { QuietHours } from './QuietHours.tsx'
import { failureText, languageOf } from './settingsWords.ts'
import { useNoticeSettings } from './useNotices.ts'

const CHANNELS = ['screen', 'browser', 'mail'] as const
const BOUNDS = ['0.01', '0.03', '0.05', '0.1'] as const

const card = 'rounded-[10px] border border-line bg-s1'

export function NoticeSettings() {
  const { t, i18n } = useTranslation()
  const client = useSession((state) => state.client)
  const { data, put, retry } = useNoticeSettings()
  const [failed, setFailed] = useState<string>()
  if (data === undefined)
    return retry === undefined ? (
      <Skeleton className="h-[420px] w-full" />
    ) : (
      <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} className={card} />
    )
  const choose = async (change: Partial<Settings>): Promise<void> => {
    const before = data
    const { email, ...settings } = { ...data, ...change, language: languageOf(i18n.language) }
    put({ ...settings, email })
    setFailed(undefined)
    try {
      put(await client.setNoticeSettings(settings))
    } catch (error) {
      put(before)
      setFailed(failureText(t, error))
    }
  }
  const setChannel = (category: NoticeCategory, channel: keyof NoticeChannels, isOn: boolean): void =>
    void choose({
      channels: { ...data.channels, [category]: { ...data.channels[category], [channel]: isOn } },
    })
  return (
    <section id="settings" aria-labelledby="notice-settings" className={card}>
      <h2 id="notice-settings" className="px-5 pt-4 text-body font-semibold max-md:px-4">
        {t('notice.settings')}
      </h2>
      <table className="mt-2 w-full text-body">
        <thead>
          <tr className="text-dense text-t3">
            <th scope="col" className="px-5 py-2 text-left font-normal max-md:pr-0 max-md:pl-4">
              <span className="sr-only">{t('notice.about')}</span>
            </th>
            {CHANNELS.map((channel) => (
              <th
                key={channel}
                scope="col"
                className="w-20 px-1 py-2 text-center font-normal break-keep max-md:w-16"
              >
                {t(`notice.by.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTICE_CATEGORIES.map((category) => (
            <tr key={category} className="border-t border-line">
              <th scope="row" className="px-5 py-[10px] text-left font-normal max-md:pr-0 max-md:pl-4">
                <span className="block font-medium">{t(`notice.category.${category}`)}</span>
                <span className="block text-dense text-t2">{t(`notice.categoryText.${category}`)}</span>
                {category === 'FUNDING' && (
                  <Segmented
                    label={t('notice.fundingBound')}
                    value={BOUNDS.find((bound) => bound === data.fundingAbove) ?? '0.05'}
                    options={BOUNDS.map((value) => ({ value, label: `${value}%` }))}
                    onChange={(fundingAbove) => void choose({ fundingAbove })}
                    className="mt-2 max-w-[320px]"
                  />
                )}
              </th>
              {CHANNELS.map((channel) => (
                <td key={channel} className="px-1 text-center">
                  {channel === 'screen' && NOTICES_LOCKED_ON_SCREEN.includes(category) ? (
                    <span role="img" aria-label={t('notice.locked')} className="inline-flex text-t3">
                      <Lock size={14} strokeWidth={1.5} aria-hidden="true" />
                    </span>
                  ) : (
                    <Checkbox
                      label={
                        <span className="sr-only">
                          {t('common.named', {
                            name: t(`notice.category.${category}`),
                            value: t(`notice.by.${channel}`),
                          })}
                        </span>
                      }
                      isChecked={data.channels[category][channel]}
                      onChange={(isOn) => setChannel(category, channel, isOn)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line px-5 py-3 text-dense text-t2 max-md:px-4">
        {t('notice.lockedText')}
      </p>
      <BrowserLeave />
      <MailAddress settings={data} onChange={put} />
      <QuietHours settings={data} onChange={(quiet) => void choose({ quiet })} />
      {failed !== undefined && (
        <div className="px-5 pb-4 max-md:px-4">
          <FormError text={failed} />
        </div>
      )}
    </section>
  )
}
