/** Lock withdrawals: for how long, until when, and that it cannot be lifted, which is confirmed before it is signed. */
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WITHDRAWAL_LOCK_MAX_DAYS } from '@vest/protocol'
import type { BookChange } from '../../entities/address-book/index.ts'
import { useExchangeTime } from '../../entities/session/index.ts'
import { formatDateTime } from '../../shared/format/index.ts'
import { numericRules } from '../../shared/numeric/index.ts'
import { Button, Checkbox, NumberField, showToast } from '../../ui/index.ts'
import { BookDialog } from './BookDialog.tsx'
import { ChangeFailure } from './ChangeFailure.tsx'
import { readLockDays } from './lockDays.ts'

export interface LockDialogProps {
  /** Of the lock that holds. */
  readonly lockedUntilMs: number | undefined
  readonly change: BookChange
  readonly onClose: () => void
}

const DAYS_PROPOSED = '7'

export function LockDialog({ lockedUntilMs, change, onClose }: LockDialogProps) {
  const { t } = useTranslation()
  const nowMs = useExchangeTime([])
  const [text, setText] = useState(DAYS_PROPOSED)
  const [isRefused, setIsRefused] = useState(false)
  const [isKnown, setIsKnown] = useState(false)
  const lock = readLockDays(text, nowMs, lockedUntilMs)
  const isBusy = change.asked !== undefined
  const time = lock.kind === 'ready' ? formatDateTime(lock.untilMs) : undefined
  const submit = async (): Promise<void> => {
    if (lock.kind !== 'ready' || isRefused || !isKnown) return
    if (!(await change.send({ change: 'LOCK', days: lock.days }))) return
    showToast({ tone: 'ok', title: t('addressBook.locked', { time }) })
    onClose()
  }
  return (
    <BookDialog title={t('addressBook.lock')} change={change} onClose={onClose} onSubmit={submit}>
      <p className="mb-4 text-body text-t2">{t('addressBook.lockLead')}</p>
      <NumberField
        name="lockDays"
        label={t('addressBook.lockFor')}
        unit={t('addressBook.days')}
        value={text}
        rules={numericRules.count()}
        onChange={setText}
        onRefusal={setIsRefused}
        error={
          lock.kind === 'range'
            ? t('addressBook.lockRange', { max: WITHDRAWAL_LOCK_MAX_DAYS })
            : lock.kind === 'earlier'
              ? t('addressBook.lockEarlier', { time: formatDateTime(lockedUntilMs ?? 0) })
              : undefined
        }
      />
      <div className="mt-4 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense">
        <p className="font-semibold">
          {time === undefined ? t('addressBook.lockFinal') : t('addressBook.lockFinalUntil', { time })}
        </p>
        <p>{t('addressBook.lockFinalText')}</p>
      </div>
      <div className="mt-3">
        <Checkbox label={t('addressBook.lockKnown')} isChecked={isKnown} onChange={setIsKnown} />
      </div>
      <ChangeFailure change={change} of="LOCK" />
      <Button
        type="submit"
        size="xl"
        variant="danger"
        className="mt-4"
        icon={<Lock size={16} strokeWidth={1.5} aria-hidden="true" />}
        isBusy={isBusy}
        isBlocked={lock.kind !== 'ready' || isRefused || !isKnown}
      >
        {time === undefined ? t('addressBook.lockButton') : t('addressBook.lockUntil', { time })}
      </Button>
    </BookDialog>
  )
}
