/** Joins with the code that waits, once the account is known to be one that may; renders nothing. */
import { REFUSAL } from '@vest/protocol'
import i18next from 'i18next'
import { useEffect } from 'react'
import { useRefreshReferrals } from '../../entities/referral/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { errorText, loadPageTexts } from '../../shared/i18n/index.ts'
import { showToast } from '../../ui/index.ts'
import { joinStoredCode } from './joinStoredCode.ts'

export function JoinStored() {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const refresh = useRefreshReferrals()
  useEffect(() => {
    void Promise.all([joinStoredCode(client), loadPageTexts()]).then(([end]) => {
      if (end === undefined) return
      refresh()
      const { t } = i18next
      if (end.kind === 'joined')
        showToast({
          tone: 'ok',
          title: t('referral.joined', { code: end.code }),
          text: t('referral.joinedText'),
        })
      else if (end.kind === 'refused' && end.code !== REFUSAL.REFERRAL_ALREADY_USED)
        showToast({ tone: 'err', title: t('referral.failed'), text: errorText(t, end.code) })
    })
    // The texts that it loads must not make it join again: words are taken when they are needed. The outcome is told
    // also when nothing waits any more and this has gone.
  }, [client, address, refresh])
  return null
}
