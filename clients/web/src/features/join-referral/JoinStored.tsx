/**
 * Joins with the code that waits, once the account is known to be one that may, and says what came of it: also that it could not,
 * and why. Renders nothing.
 */
import { REFUSAL } from '@vest/protocol'
import type { VestClient } from '@vest/sdk'
import i18next from 'i18next'
import { useEffect } from 'react'
import { storedCode, useRefreshReferrals, joinRefusalText } from '../../entities/referral/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { errorText, loadPageTexts } from '../../shared/i18n/index.ts'
import { showToast } from '../../ui/index.ts'
import { joinStoredCode } from './joinStoredCode.ts'

export function JoinStored() {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const refresh = useRefreshReferrals()
  useEffect(() => {
    void join(client).then((isOver) => isOver && refresh())
    // The outcome is told also when nothing waits any more and this has gone.
  }, [client, address, refresh])
  return null
}

/** Whether an end has come. Words are taken when they are needed: that they come must not make it join again. */
async function join(client: VestClient): Promise<boolean> {
  const code = storedCode()
  const [end] = await Promise.all([joinStoredCode(client), loadPageTexts()])
  if (code === undefined || end === undefined) return false
  const { t } = i18next
  if (end.kind === 'joined')
    showToast({
      tone: 'ok',
      title: t('referral.joined', { code: end.code }),
      text: t('referral.joinedText'),
    })
  else if (end.kind === 'refused') {
    const own =
      end.code === REFUSAL.REFERRAL_ALREADY_USED
        ? await client.referrals({ draw: '0' }).catch(() => undefined)
        : undefined
    // The link was opened again: the account has joined with this code already.
    if (own?.referred_by === code) return true
    const reason = (own && joinRefusalText(t, own, code)) ?? errorText(t, end.code)
    showToast({ tone: 'err', title: t('referral.failed'), text: reason })
  }
  return true
}
