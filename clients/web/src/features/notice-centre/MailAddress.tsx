/** The address for mail: confirmed by a code that goes there, and forgotten by one press. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeSettings as Settings } from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { Button, FormError, TextField } from '../../ui/index.ts'
import { failureText, languageOf, SETTING_ROW } from './settingsWords.ts'

export function MailAddress({
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
      setFailed(failureText(t, error))
    } finally {
      setIsBusy(false)
    }
  }
  if (settings.email !== null)
    return (
      <div className={SETTING_ROW}>
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
      className={SETTING_ROW}
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
