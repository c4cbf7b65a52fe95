/** The network in a step of its own: money sent to the wrong one cannot be brought back. */
import type { ChainInfo } from '@vest/protocol'
import { RadioGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { TokenMark } from '../../entities/transfer/index.ts'
import { formatDateTime, formatMoney } from '../../shared/format/index.ts'
import { Button, cx, KeyValue } from '../../ui/index.ts'
import { receivedOf } from './received.ts'
import type { WithdrawForm } from './withdrawForm.ts'
import type { Eligible } from './useEligibleTime.ts'

export interface ConfirmNetworkProps {
  readonly chains: readonly ChainInfo[]
  readonly chain: ChainInfo
  readonly form: Extract<WithdrawForm, { readonly kind: 'ready' }>
  /** The exchange's keeper sends it. */
  readonly isKept: boolean
  /** From when on it is approved; undefined = at once. */
  readonly eligible: Eligible | undefined
  readonly onChain: (chainId: number) => void
  readonly onSubmit: () => void
}

export function ConfirmNetwork({
  chains,
  chain,
  form,
  isKept,
  eligible,
  onChain,
  onSubmit,
}: ConfirmNetworkProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-1 flex-col">
      <p className="mb-[14px] text-body text-t2">{t('withdraw.confirmNetworkText')}</p>
      <RadioGroup.Root
        aria-label={t('withdraw.confirmNetwork')}
        value={String(chain.chainId)}
        onValueChange={(value) => onChain(Number(value))}
        className="flex flex-col gap-2"
      >
        {chains.map((item) => {
          const isChosen = item.chainId === chain.chainId
          return (
            <RadioGroup.Item
              key={item.chainId}
              value={String(item.chainId)}
              className={cx(
                'flex h-[52px] items-center gap-[10px] rounded-[8px] border px-3 text-left',
                isChosen ? 'border-chalk bg-chalk-tint' : 'border-line',
              )}
            >
              <TokenMark letter={item.name.slice(0, 1)} size={26} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body leading-[17px] font-medium">{item.name}</span>
                <span className={cx('block text-caption leading-[14px]', isChosen ? 'text-t2' : 'text-t3')}>
                  {t(item.isDefault ? 'withdraw.defaultNetwork' : 'withdraw.evm')}
                </span>
              </span>
              <span
                aria-hidden="true"
                className={cx(
                  'size-[18px] rounded-full',
                  isChosen ? 'border-[5px] border-chalk' : 'border-[1.5px] border-line-ctl',
                )}
              />
            </RadioGroup.Item>
          )
        })}
      </RadioGroup.Root>
      <div className="mt-[14px] rounded-[8px] bg-s3 px-[14px] py-3">
        <KeyValue label={t('withdraw.receive')} className="leading-[26px]">
          {formatMoney(receivedOf(form.size, chain, isKept), { prefix: '' })} USDC
        </KeyValue>
        <p className="text-dense leading-[26px] text-t2">{t('withdraw.recipient')}</p>
        {/* Whole, in groups of four: this is what the owner compares. */}
        <p className="text-dense break-words">
          {form.recipient.replace(/^0x/, '0x ').replace(/([0-9a-fA-F]{4})(?=[0-9a-fA-F])/g, '$1 ')}
        </p>
      </div>
      {eligible !== undefined && (
        <p className="mt-3 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense">
          {eligible.isDelayed
            ? t('withdraw.delayed', {
                hours: Math.ceil((eligible.timeMs - Date.now()) / 3_600_000),
                time: formatDateTime(eligible.timeMs),
              })
            : t('withdraw.booked', { time: formatDateTime(eligible.timeMs) })}
        </p>
      )}
      <Button size="xl" variant="ink" className="mt-5" onClick={onSubmit}>
        {t('withdraw.submit', { network: chain.name })}
      </Button>
    </div>
  )
}
