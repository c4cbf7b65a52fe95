/** The code, its link to a market of one's choice, the QR code of it, and the ways to hand them on. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReferralsResponse } from '@vest/protocol'
import { joinLink } from '../../entities/referral/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { Button, CopyButton } from '../../ui/index.ts'
import { CodeChooser } from './CodeChooser.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { downloadQr } from './downloadQr.ts'
import { ShareCode } from './ShareCode.tsx'

export function CodeCard({ referrals }: { readonly referrals: ReferralsResponse }) {
  const { t } = useTranslation()
  const markets = useFrame(useLive().markets)
  const [symbol, setSymbol] = useState('')
  const { ref_code: code, discount_percent: discount, reward_percent: reward } = referrals
  const terms = t('referral.terms', { discount: Number(discount), reward: Number(reward) })
  if (code === null)
    return (
      <section
        aria-label={t('referral.yourCode')}
        className="rounded-[10px] border border-line bg-s1 p-5 max-md:p-4"
      >
        <CodeChooser />
        <p className="mt-4 text-dense text-t2">{terms}</p>
      </section>
    )
  const link = joinLink(location.origin, code, symbol === '' ? undefined : symbol)
  const post = t('referral.post', { discount: Number(discount), code })
  return (
    <section
      aria-label={t('referral.yourCode')}
      className="flex gap-5 rounded-[10px] border border-line bg-s1 p-5 max-md:flex-col max-md:p-4"
    >
      <QrCode text={link} label={t('referral.qr')} />
      <div className="min-w-0 flex-1">
        <div className="grid gap-3 md:grid-cols-[180px_minmax(0,1fr)]">
          <Shown label={t('referral.yourCode')} text={code} copy={t('referral.copyCode')} />
          <Shown label={t('referral.yourLink')} text={link} copy={t('referral.copyLink')} />
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <label className="flex items-center gap-2 text-dense text-t2">
            {t('referral.landsOn')}
            <select
              value={symbol}
              onChange={(event) => setSymbol(event.target.value)}
              className="h-9 max-w-[180px] rounded-[6px] border border-line-2 bg-s3 px-2 text-body text-t1 max-md:h-11 [[data-theme='light']_&]:bg-s2"
            >
              <option value="">{t('referral.anyMarket')}</option>
              {[...(markets?.values() ?? [])].map((market) => (
                <option key={market.symbol} value={market.symbol}>
                  {market.label}
                </option>
              ))}
            </select>
          </label>
          <span className="ml-auto flex gap-2 max-md:ml-0">
            <Button
              icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => downloadQr(link, `vest-${code}.png`)}
            >
              {t('referral.qrImage')}
            </Button>
            <ShareCode text={post} link={link} hasAccess={referrals.has_twitter_access} />
          </span>
        </div>
        <p className="mt-3 text-dense text-t2">{terms}</p>
      </div>
    </section>
  )
}

function Shown({
  label,
  text,
  copy,
}: {
  readonly label: string
  readonly text: string
  readonly copy: string
}) {
  const { t } = useTranslation()
  return (
    <div className="min-w-0">
      <p className="mb-[6px] text-dense text-t2">{label}</p>
      <p className="flex h-11 items-center justify-between gap-2 rounded-[6px] border border-line-2 pr-2 pl-3 text-body font-medium">
        <span className="min-w-0 truncate" title={text}>
          {text}
        </span>
        <CopyButton text={text} label={copy} copiedLabel={t('common.copied')} />
      </p>
    </div>
  )
}
