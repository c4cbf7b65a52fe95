/** A code of one's own choosing, once: free or taken is said while it is typed, and two free ones beside a taken one. */
import { REFUSAL } from '@vest/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@vest/sdk'
import { readCode, useRefreshReferrals } from '../../entities/referral/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { usePortfolio } from '../../entities/account/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { Button, cx, TextField } from '../../ui/index.ts'

const TAKEN = REFUSAL.REFERRAL_CLAIMED_BY_OTHER

export function CodeChooser() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const openDialog = useSession((state) => state.openDialog)
  const hasDeposited = usePortfolio((portfolio) => (portfolio.summary?.equity ?? 0) !== 0)
  const refresh = useRefreshReferrals()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<number>()
  const [isSaving, setIsSaving] = useState(false)
  const code = readCode(text)
  const look = useQuery({
    queryKey: ['referral', 'look', code],
    queryFn: () => client.referralCode(code!),
    enabled: code !== undefined,
    staleTime: 0,
  })
  const isTaken = failure === TAKEN || look.data?.free === false
  const suggestions = look.data?.suggestions ?? []
  const fault = isTaken
    ? errorText(t, TAKEN)
    : failure !== undefined
      ? failure === REFUSAL.ACCOUNT_NOT_FOUND
        ? t('referral.beforeDeposit')
        : errorText(t, failure)
      : undefined
  const take = async (give: () => Promise<unknown>): Promise<void> => {
    setFailure(undefined)
    setIsSaving(true)
    try {
      await give()
      refresh()
    } catch (error) {
      setFailure(error instanceof ApiError ? error.code : 0)
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <div className="max-w-[460px]">
      <p className="text-dense text-t2">{t('referral.choose')}</p>
      <form
        className="mt-[6px] flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (code !== undefined) void take(() => client.chooseReferralCode(code))
        }}
      >
        <TextField
          className="min-w-0 flex-1"
          aria-label={t('referral.choose')}
          name="ownCode"
          placeholder={t('referral.choosePlaceholder')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          value={text}
          error={fault}
          onChange={(next) => {
            setFailure(undefined)
            setText(next.toUpperCase())
          }}
        />
        <Button
          type="submit"
          variant="ink"
          className="h-11! max-md:h-12!"
          isBusy={isSaving}
          isBlocked={code === undefined || isTaken}
        >
          {t('referral.save')}
        </Button>
      </form>
      <p
        className={cx('mt-[6px] text-dense', look.data?.free === true ? 'text-ok' : 'text-t3')}
        role="status"
      >
        {look.data?.free === true ? t('referral.free') : t('referral.chooseRule')}
      </p>
      {isTaken && suggestions.length > 0 && (
        <p className="mt-[6px] flex flex-wrap items-center gap-2 text-dense text-t2">
          {t('referral.freeLike')}
          {suggestions.map((like) => (
            <Button key={like} size="xs" variant="soft" onClick={() => setText(like)}>
              {like}
            </Button>
          ))}
        </p>
      )}
      <p className="mt-3 flex flex-wrap items-center gap-2 text-dense text-t2">
        {hasDeposited ? (
          <Button size="sm" onClick={() => void take(() => client.referrals())} isDisabled={isSaving}>
            {t('referral.drawn')}
          </Button>
        ) : (
          <>
            <Button size="sm" variant="ink" onClick={() => openDialog('deposit')}>
              {t('header.deposit')}
            </Button>
            {t('referral.beforeDeposit')}
          </>
        )}
      </p>
    </div>
  )
}
