/** Another account of the same person on screen, without loading the page anew; a failure is told in a notice. */
import { useRef, useState } from 'react'
import type { AccountAddress } from '@vest/protocol'
import { useTranslation } from 'react-i18next'
import { shortenAddress } from '../../shared/format/index.ts'
import { showToast } from '../../ui/index.ts'
import { useSessionKeeper } from '../session/index.ts'

export interface SwitchAccount {
  readonly isSwitching: boolean
  /** True once it is on screen. */
  readonly switchTo: (account: AccountAddress) => Promise<boolean>
}

export function useSwitchAccount(): SwitchAccount {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const [isSwitching, setIsSwitching] = useState(false)
  const isRunning = useRef(false)
  const switchTo = async (account: AccountAddress): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setIsSwitching(true)
    try {
      if (await keeper.activate(account)) return true
    } catch {
      // Whatever it was, the account on screen is still the one before.
    } finally {
      isRunning.current = false
      setIsSwitching(false)
    }
    showToast({
      key: 'switch-account',
      tone: 'err',
      title: t('capital.switchFailed', { address: shortenAddress(account, 6) }),
    })
    return false
  }
  return { isSwitching, switchTo }
}
