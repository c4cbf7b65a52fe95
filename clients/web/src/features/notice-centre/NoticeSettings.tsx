/** What reaches the owner by which way: each choice is kept at once, for every device. */
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  NOTICE_CATEGORIES,
  type NoticeCategory,
  type NoticeChannels,
  type NoticeSettings as Settings,
} from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { useSession } from '../../entities/session/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import {
  Button,
  Checkbox,
  FormError,
  ReadFailure,
  Segmented,
  Skeleton,
  Switch,
  TextField,
} from '../../ui/index.ts'
import { useNoticeSettings } from './useNotices.ts'

const CHANNELS = ['screen', 'browser', 'mail'] as const
/** Shown on screen whatever is chosen. */
const LOCKED: readonly NoticeCategory[] = ['LIQUIDATION', 'CAPITAL', 'MAINTENANCE']
const BOUNDS = ['0.01', '0.03', '0.05', '0.1'] as const
const NIGHT = { from: '22:00', to: '07:00' }

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
      setFailed(textOf(t, error))
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
              <th key={channel} scope="col" className="w-20 px-1 py-2 text-center font-normal max-md:w-16">
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
                    className="mt-2 max-w-[280px]"
                  />
                )}
              </th>
              {CHANNELS.map((channel) => (
                <td key={channel} className="px-1 text-center">
                  {channel === 'screen' && LOCKED.includes(category) ? (
                    <span role="img" aria-label={t('notice.locked')} className="inline-flex text-t3">
                      <Lock size={14} strokeWidth={1.5} aria-hidden="true" />
                    </span>
                  ) : (
                    <Checkbox
                      label={
                        <span className="sr-only">
                          {t(`notice.category.${category}`)}: {t(`notice.by.${channel}`)}
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

const languageOf = (language: string): Settings['language'] => (language === 'zh' ? 'zh' : 'en')

function textOf(t: ReturnType<typeof useTranslation>['t'], error: unknown): string {
  return error instanceof ApiError ? errorText(t, error.code) : t('table.failed')
}

const row = 'flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-5 py-3 max-md:px-4'

/** Whether this browser may tell by itself, in words, with what can be done. */
function BrowserLeave() {
  const { t } = useTranslation()
  const [permission, setPermission] = useState<NotificationPermission | 'none'>(
    typeof Notification === 'undefined' ? 'none' : Notification.permission,
  )
  return (
    <div className={row}>
      <span className="min-w-0 flex-1 text-dense text-t2">{t(`notice.leave.${permission}`)}</span>
      {permission === 'default' && (
        <Button onClick={() => void Notification.requestPermission().then(setPermission)}>
          {t('notice.allow')}
        </Button>
      )}
    </div>
  )
}

function MailAddress({
  settings,
  onChange,
}: {
  readonly settings: Settings
  readonly onChange: (settings: Settings) => void
}) {
  const { t, i18n } = useTranslation()
  const client = useSession((state) => state.client)
  const known = useSession((state) => state.email)
  const [email, setEmail] = useState(known ?? '')
  const [code, setCode] = useState('')
  const [stage, setStage] = useState<'idle' | 'asked'>('idle')
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const run = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true)
    setFailed(undefined)
    try {
      await work()
    } catch (error) {
      setFailed(textOf(t, error))
    } finally {
      setIsBusy(false)
    }
  }
  if (settings.email !== null)
    return (
      <div className={row}>
        <span className="min-w-0 flex-1">
          <span className="block text-dense text-t2">{t('notice.mailTo')}</span>
          <span className="block truncate">{settings.email}</span>
        </span>
        <Button
          isBusy={isBusy}
          onClick={() => void run(async () => onChange(await client.removeNoticeMail()))}
        >
          {t('notice.forgetMail')}
        </Button>
      </div>
    )
  const ask = (): Promise<void> =>
    run(async () => {
      await client.setNoticeMail({ email: email.trim(), language: languageOf(i18n.language) })
      setStage('asked')
      setCode('')
    })
  const confirm = (): Promise<void> =>
    run(async () => {
      onChange(await client.confirmNoticeMail(code.trim()))
      setStage('idle')
    })
  return (
    <form
      className={row}
      onSubmit={(event) => {
        event.preventDefault()
        void (stage === 'idle' ? ask() : confirm())
      }}
    >
      {stage === 'idle' ? (
        <TextField
          label={t('notice.mail')}
          type="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          size="pair"
          className="min-w-[220px] flex-1"
        />
      ) : (
        <TextField
          label={t('notice.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={setCode}
          size="pair"
          className="min-w-[220px] flex-1"
        />
      )}
      {stage === 'asked' && (
        <Button type="button" variant="ghost" onClick={() => setStage('idle')}>
          {t('common.back')}
        </Button>
      )}
      <Button
        type="submit"
        isBusy={isBusy}
        isDisabled={stage === 'idle' ? email.trim() === '' : code.length !== 6}
      >
        {t(stage === 'idle' ? 'notice.sendCode' : 'notice.confirmMail')}
      </Button>
      <p className="w-full text-dense text-t2">
        {stage === 'idle' ? t('notice.mailText') : t('notice.codeText', { email: email.trim() })}
      </p>
      {failed !== undefined && <FormError text={failed} />}
    </form>
  )
}

function QuietHours({
  settings: { quiet },
  onChange,
}: {
  readonly settings: Settings
  readonly onChange: (quiet: Settings['quiet']) => void
}) {
  const { t } = useTranslation()
  const [ownZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const zone = quiet?.zone ?? ownZone
  const field = (name: 'from' | 'to') => (
    <TextField
      label={t(`notice.quiet.${name}`)}
      type="time"
      required
      value={quiet![name]}
      onChange={(value) => value !== '' && onChange({ ...quiet!, [name]: value })}
      size="pair"
      className="w-[150px]"
    />
  )
  return (
    <div className={row}>
      <Switch
        label={t('notice.quiet.title')}
        isChecked={quiet !== null}
        onChange={(isOn) => onChange(isOn ? { ...NIGHT, zone } : null)}
      />
      <span className="flex-1 text-body">{t('notice.quiet.title')}</span>
      {quiet !== null && (
        <>
          {field('from')}
          {field('to')}
        </>
      )}
      <p className="w-full text-dense text-t2">{t('notice.quiet.text', { zone })}</p>
    </div>
  )
}
