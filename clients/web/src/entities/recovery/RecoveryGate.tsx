/**
 * Before an address or an amount is shown to an owner whose money depends on this browser alone: a way back in is asked for,
 * and can be put off in plain words. It stands in a dialog, or as a page of its own.
 */
import { useEffect, type ReactNode } from 'react'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, Skeleton } from '../../ui/index.ts'
import { usePutOff } from './usePutOff.ts'
import { useWayBack } from './useWayBack.ts'

interface RecoveryGateProps {
  readonly children: ReactNode
  /** What it guards is a page: so is the question. */
  readonly isPage?: boolean
}

export function RecoveryGate({ children, isPage = false }: RecoveryGateProps) {
  const { isEmbedded, methods, isUnknown, save } = useWayBack()
  const { isPutOff } = usePutOff()
  if (!isEmbedded || isPutOff || isUnknown || (methods !== undefined && methods.length > 0)) return children
  if (methods === undefined)
    return isPage ? (
      <main aria-busy="true" className={PAGE}>
        <Skeleton className="h-64" />
      </main>
    ) : (
      <Skeleton className="h-64" />
    )
  return isPage ? <RecoveryPage onSave={save} /> : <RecoveryAsk onSave={save} />
}

/** As wide as the choices of a deposit, which follow it. */
const PAGE = 'mx-auto w-full max-w-[512px] flex-1 px-4 py-16 max-md:py-8'

export function RecoveryPage({ onSave }: { readonly onSave: () => void }) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${t('header.deposit')} · ${t('app.name')}`
  }, [t])
  return (
    <main className={PAGE}>
      <h1 className="mb-3 text-figure font-semibold">{t('header.deposit')}</h1>
      <div className="rounded-[10px] border border-line bg-s1 p-6 max-md:p-4">
        <RecoveryAsk onSave={onSave} />
      </div>
    </main>
  )
}

export function RecoveryAsk({ onSave }: { readonly onSave: () => void }) {
  const { t } = useTranslation()
  const { putOff } = usePutOff()
  return (
    <section className="flex flex-1 flex-col gap-4" aria-labelledby="way-back">
      <span className="flex size-12 items-center justify-center rounded-full bg-s3 text-chalk">
        <KeyRound size={24} strokeWidth={1.5} aria-hidden="true" />
      </span>
      <h2 id="way-back" className="text-title font-semibold">
        {t('recovery.title')}
      </h2>
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
