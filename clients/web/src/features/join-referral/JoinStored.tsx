/** Joins with the code that waits, once the account is known to be one that may; renders nothing. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefreshReferrals } from '../../entities/referral/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { errorText, loadPageTexts } from '../../shared/i18n/index.ts'
import { showToast } from '../../ui/index.ts'
import { joinStoredCode } from './joinStoredCode.ts'

export function JoinStored() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const refresh = useRefreshReferrals()
  useEffect(() => {
    let isCurrent = true
    void Promise.all([joinStoredCode(client), loadPageTexts()]).then(([end]) => {
      if (!isCurrent || end === undefined) return
      refresh()
      if (end.kind === 'joined')
        showToast({
          tone: 'ok',
          title: t('referral.joined', { code: end.code }),
          text: t('referral.joinedText'),
        })
      else if (end.kind === 'refused' && end.code !== 1142)
        showToast({ tone: 'err', title: t('referral.failed'), text: errorText(t, end.code) })
    })
    return () => {
      isCurrent = false
    }
  }, [client, address, refresh, t])
  return null
}
