/** Ending everything else that can act for the account, after saying what that is. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useSessionKeeper } from '../../entities/session/index.ts'
import { disconnectWallet } from '../../entities/wallet/index.ts'
import { Button, Checkbox, Dialog, FormError, KeyValue, showToast } from '../../ui/index.ts'
import type { KeyRow } from './sessionRows.ts'
import type { SignInsState } from './useSignIns.ts'

export interface EndAllDialogProps {
  readonly rows: readonly KeyRow[]
  readonly signIns: SignInsState
  readonly onClose: () => void
  /** Some may have ended also where not all did. */
  readonly onEnded: () => void
}

export function EndAllDialog({ rows, signIns, onClose, onEnded }: EndAllDialogProps) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const keeper = useSessionKeeper()
  const [isOwnToo, setIsOwnToo] = useState(false)
  const [isEnding, setIsEnding] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const others = rows.filter(({ isCurrent }) => !isCurrent)
  const programs = others.filter(({ isProgram }) => isProgram)
  const ownEnds = Number(isOwnToo) * (signIns.isThere ? 2 : 1)
  const total = others.length + signIns.others.length + ownEnds
  const end = async (): Promise<void> => {
    setIsEnding(true)
    setHasFailed(false)
    try {
      // The wallet's sessions first: one that stands could approve another signer meanwhile.
      if (signIns.others.length > 0) await signIns.end(signIns.others)
      await client.endAllSessions({ own: isOwnToo })
      if (isOwnToo) {
        disconnectWallet()
        await keeper.signOut({ everywhere: true })
      }
      showToast({ tone: 'ok', title: t('sessions.ended', { total }) })
      onClose()
    } catch {
      setHasFailed(true)
    } finally {
      setIsEnding(false)
      onEnded()
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('sessions.endAll')}
      closeLabel={t('common.close')}
      isLocked={isEnding}
    >
      <p className="text-body text-t2">{t('sessions.endAllText')}</p>
      <div className="mt-4 rounded-[8px] bg-s3 px-[14px] py-2">
        <KeyValue label={t('sessions.signers')}>{String(others.length - programs.length)}</KeyValue>
        <KeyValue label={t('sessions.keys')}>
          <span className="flex items-center gap-2">
            {programs.length}
            <span className="max-w-[180px] whitespace-normal text-t3">
              {programs.map(({ label }) => label).join(', ')}
            </span>
          </span>
        </KeyValue>
        {signIns.isThere && <KeyValue label={t('signIns.title')}>{String(signIns.others.length)}</KeyValue>}
        <KeyValue label={t('sessions.orders')}>{t('sessions.ordersStay')}</KeyValue>
      </div>
      <div className="mt-4">
        <Checkbox
          label={t(signIns.isThere ? 'sessions.everywhere' : 'sessions.ownToo')}
          isChecked={isOwnToo}
          onChange={setIsOwnToo}
          isDisabled={isEnding}
        />
      </div>
      <FormError text={hasFailed ? t('sessions.endAllFailed') : undefined} />
      <div className="mt-5 grid grid-cols-2 gap-2">
        <Button size="lg" onClick={onClose}>
          {t('sessions.keep')}
        </Button>
        <Button size="lg" variant="danger" isBusy={isEnding} onClick={() => void end()}>
          {t('sessions.end', { total })}
        </Button>
      </div>
    </Dialog>
  )
}
