/**
 * Before an address or an amount is shown to whoever would lose the money with this browser: a way back in is asked for,
 * and can be put off in plain words.
 */
import type { ReactNode } from 'react'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, Skeleton } from '../../ui/index.ts'
import { putOff, usePutOff } from './putOff.ts'
import { useWayBack } from './useWayBack.ts'

export function RecoveryGate({ children }: { readonly children: ReactNode }) {
  const { isEmbedded, methods, isUnknown, save } = useWayBack()
  const isPutOff = usePutOff((state) => state.isPutOff)
  if (!isEmbedded || isPutOff || isUnknown || (methods !== undefined && methods.length > 0)) return children
  if (methods === undefined) return <Skeleton className="h-64" />
  return <RecoveryAsk onSave={save} />
}

export function RecoveryAsk({ onSave }: { readonly onSave: () => void }) {
  const { t } = useTranslation()
  return (
    <section className="flex flex-1 flex-col gap-4" aria-labelledby="way-back">
      <span className="flex size-12 items-center justify-center rounded-full bg-s3 text-chalk">
        <KeyRound size={24} strokeWidth={1.5} aria-hidden="true" />
      </span>
      <h3 id="way-back" className="text-title font-semibold">
        {t('recovery.title')}
      </h3>
      <p className="text-body text-t2">{t('recovery.text')}</p>
      <p className="text-dense text-t3">{t('recovery.later')}</p>
      <div className="mt-auto grid grid-cols-2 gap-2 pt-2">
        <Button size="xl" onClick={putOff}>
          {t('recovery.notNow')}
        </Button>
        <Button size="xl" variant="ink" onClick={onSave}>
          {t('recovery.save')}
        </Button>
      </div>
    </section>
  )
}
