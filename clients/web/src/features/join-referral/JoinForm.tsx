/** "Were you invited?": a code typed by hand. Each reason why one cannot be used stands where it was typed. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReferralsResponse } from '@vest/protocol'
import { joinWith, readCode, useRefreshReferrals, joinRefusalText } from '../../entities/referral/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { Button, showToast, TextField } from '../../ui/index.ts'

export function JoinForm({ referrals }: { readonly referrals: ReferralsResponse }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const refresh = useRefreshReferrals()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [isJoining, setIsJoining] = useState(false)
  const { referred_by: joined, can_join: canJoin, ref_code: own } = referrals
  if (joined !== null)
    return (
      <Closed
        code={joined}
        button={t('referral.joinedButton')}
        text={joinRefusalText(t, referrals, joined)}
      />
    )
  if (!canJoin)
    return <Closed code="–" button={t('referral.closed')} text={joinRefusalText(t, referrals, '')} />

  const join = async (): Promise<void> => {
    const code = readCode(text)
    if (code === undefined) return setFault(t('referral.codeForm'))
    if (code === own) return setFault(t('referral.ownCode'))
    setIsJoining(true)
    const end = await joinWith(client, code)
    setIsJoining(false)
    if (end.kind === 'joined') {
      showToast({
        tone: 'ok',
        title: t('referral.joined', { code: end.code }),
        text: t('referral.joinedText'),
      })
      return refresh()
    }
    setFault(end.code === undefined ? t('referral.failed') : errorText(t, end.code))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void join()
      }}
    >
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1"
          aria-label={t('referral.invitedBy')}
          name="refCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          value={text}
          error={fault}
          onChange={(next) => {
            setFault(undefined)
            setText(next.toUpperCase())
          }}
        />
        <Button type="submit" className="h-11! max-md:h-12!" isBusy={isJoining} isBlocked={text === ''}>
          {t('referral.join')}
        </Button>
      </div>
      <p className="mt-2 text-dense text-t3">{t('referral.joinRule')}</p>
    </form>
  )
}

function Closed({
  code,
  button,
  text,
}: {
  readonly code: string
  readonly button: string
  readonly text: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <>
      <div className="flex items-start gap-2">
        <TextField
          className="min-w-0 flex-1"
          aria-label={t('referral.invitedBy')}
          value={code}
          isDisabled
          disabled
          onChange={() => undefined}
        />
        <Button isDisabled className="h-11! max-md:h-12!">
          {button}
        </Button>
      </div>
      <p className="mt-2 text-dense text-t3">{text}</p>
    </>
  )
}
