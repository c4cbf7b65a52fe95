/** The parts of the embedded wallet's key: which stand, what brings them back, and what can be done with them. */
import { Check, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WayBack } from '../../entities/recovery/index.ts'
import { joinNames } from '../../shared/i18n/index.ts'
import { Button, Skeleton } from '../../ui/index.ts'
import { SignMessageDialog } from './SignMessageDialog.tsx'

export function KeyPanel({ wayBack }: { readonly wayBack: WayBack }) {
  const { t, i18n } = useTranslation()
  const { isEmbedded, methods, isUnknown, save, ask } = wayBack
  const [isSigning, setIsSigning] = useState(false)
  if (!isEmbedded || isUnknown) return null
  const has = methods !== undefined && methods.length > 0
  return (
    <section
      aria-label={t('keyPanel.title')}
      className="mt-3 grid gap-4 rounded-[10px] border border-line bg-s1 px-4 py-4 md:grid-cols-3"
    >
      <Part label={t('keyPanel.title')} value={t('keyPanel.parts')}>
        <div className="flex flex-wrap gap-2">
          <Button size="xs" onClick={() => ask('wallet.rotate', {}, t('keyPanel.rotated'))}>
            {t('keyPanel.rotate')}
          </Button>
          <Button size="xs" onClick={() => ask('wallet.export', {}, t('keyPanel.exported'))}>
            {t('keyPanel.export')}
          </Button>
          <Button size="xs" onClick={() => setIsSigning(true)}>
            {t('signMessage.title')}
          </Button>
        </div>
      </Part>
      <Part label={t('keyPanel.here')} value={<Marked isGood text={t('keyPanel.saved')} />}>
        <p className="text-dense text-t3">{t('keyPanel.vestHas')}</p>
      </Part>
      <Part
        label={t('keyPanel.recovery')}
        value={
          methods === undefined ? (
            <Skeleton className="h-5 w-32" />
          ) : (
            <Marked
              isGood={has}
              text={
                has
                  ? joinNames(
                      i18n.language,
                      [...new Set(methods)].map((method) => t(`keyPanel.method.${method}`)),
                    )
                  : t('keyPanel.none')
              }
            />
          )
        }
      >
        <div className="flex flex-wrap gap-2">
          <Button size="xs" variant={has ? 'line' : 'ink'} onClick={save}>
            {t(has ? 'keyPanel.add' : 'recovery.save')}
          </Button>
          {[...new Set(methods)]
            .filter((method) => method !== 'passkey')
            .map((method) => (
              <Button
                key={method}
                size="xs"
                onClick={() => ask('recovery.remove', { method }, t('keyPanel.removed'))}
              >
                {t('keyPanel.remove', { name: t(`keyPanel.method.${method}`) })}
              </Button>
            ))}
        </div>
      </Part>
      {isSigning && <SignMessageDialog onClose={() => setIsSigning(false)} />}
    </section>
  )
}

interface PartProps {
  readonly label: string
  readonly value: ReactNode
  readonly children: ReactNode
}

const Part = ({ label, value, children }: PartProps) => (
  <div className="flex flex-col gap-1">
    <p className="text-caption text-t3">{label}</p>
    <div className="mb-1 font-semibold">{value}</div>
    {children}
  </div>
)

const Marked = ({ isGood, text }: { readonly isGood: boolean; readonly text: string }) => {
  const Icon = isGood ? Check : TriangleAlert
  return (
    <span className="flex items-center gap-2">
      <Icon size={16} strokeWidth={2} aria-hidden="true" className={isGood ? 'text-ok' : 'text-warn'} />
      {text}
    </span>
  )
}
