/** The network in a step of its own: money sent to the wrong one cannot be brought back. */
import type { ChainInfo } from '@vest/protocol'
import { RadioGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { NetworkMark } from '../../entities/transfer/index.ts'
import { Button, cx } from '../../ui/index.ts'
import { arrivalText } from './arrivalText.ts'
import { feeText } from './feeText.ts'

export interface ConfirmNetworkProps {
  readonly chains: readonly ChainInfo[]
  readonly chain: ChainInfo
  readonly onChain: (chainId: number) => void
  readonly onContinue: () => void
}

export function ConfirmNetwork({ chains, chain, onChain, onContinue }: ConfirmNetworkProps) {
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
              <NetworkMark name={item.name} size={26} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body leading-[17px] font-medium">{item.name}</span>
                <span className={cx('block text-caption leading-[14px]', isChosen ? 'text-t2' : 'text-t3')}>
                  {item.networkType === 1
                    ? 'Solana'
                    : t(item.isDefault ? 'withdraw.defaultNetwork' : 'withdraw.evm')}
                  {' · '}
                  {arrivalText(t, item)}
                </span>
              </span>
              <span className="text-dense">{feeText(item)} USDC</span>
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
      <Button size="xl" variant="ink" className="mt-5" onClick={onContinue}>
        {t('withdraw.continueWith', { network: chain.name })}
      </Button>
    </div>
  )
}
