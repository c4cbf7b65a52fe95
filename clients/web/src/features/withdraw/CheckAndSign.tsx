/**
 * The last look before a withdrawal is signed: what leaves, to whom, by whose hand, and when, against the allowance of
 * 24 hours. A request for more than leaves at once shows the time, and how much would not have to wait.
 */
import { TRANSFER_MIN_USD6, usd6, type ChainInfo, type Usd6 } from '@vest/protocol'
import { Clock, TriangleAlert } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LookalikeWarning, type RecipientJudgement } from '../../entities/address-book/index.ts'
import { TransferWell } from '../../entities/transfer/index.ts'
import { formatDateTime, formatMoney, inGroups } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { Button, Checkbox, cx, DialogAction, FormError, KeyValue } from '../../ui/index.ts'
import { arrivalText } from './arrivalText.ts'
import { feeText } from './feeText.ts'
import { feeOf, receivedOf } from './received.ts'
import { quickMaximum, type ReadyForm } from './withdrawForm.ts'
import type { Allowance, Eligible, Shortage, WithdrawTerms } from './useWithdrawTerms.ts'

export interface CheckAndSignProps {
  readonly chain: ChainInfo
  readonly chains: readonly ChainInfo[]
  readonly form: ReadyForm
  readonly terms: WithdrawTerms
  /** Undefined where the account has no address book, or none is known. */
  readonly judgement: RecipientJudgement | undefined
  readonly isDelegated: boolean
  /** The owner has a wallet that can call this chain's vault. */
  readonly mayCall: boolean
  readonly onDelegated: (isDelegated: boolean) => void
  /** Another network instead; its recipient is the same. */
  readonly onChain: (chainId: number) => void
  /** A smaller amount instead. */
  readonly onAmount: (size: Usd6) => void
  readonly onSubmit: () => void
}

export function CheckAndSign(props: CheckAndSignProps) {
  const { chain, form, terms, judgement, isDelegated, onDelegated, onSubmit } = props
  const { t } = useTranslation()
  const [isCompared, setIsCompared] = useState(false)
  const lookalike = judgement?.lookalike
  const fee = feeOf(chain)
  const isFeeTooHigh = isDelegated && form.size <= fee
  return (
    <div className="flex flex-1 flex-col">
      <div className="mb-4 flex flex-col items-center">
        <p className="text-amount font-semibold">{formatMoney(form.size, { prefix: '' })} USDC</p>
        <p className="text-body text-t2">{t('withdraw.to', { network: chain.name })}</p>
      </div>
      {terms.allowance !== undefined && (
        <AllowanceBar allowance={terms.allowance} size={form.size} eligible={terms.eligible} />
      )}
      {terms.shortage !== undefined && <Short {...props} shortage={terms.shortage} />}
      {terms.eligible !== undefined && <Wait {...props} eligible={terms.eligible} />}
      <RadioGroup.Root
        aria-label={t('withdraw.whoSends')}
        value={isDelegated ? 'vest' : 'own'}
        onValueChange={(value) => onDelegated(value === 'vest')}
        className="mt-3 flex flex-col gap-2"
      >
        <p aria-hidden="true" className="text-dense text-t2">
          {t('withdraw.whoSends')}
        </p>
        <Choice
          value="vest"
          isChosen={isDelegated}
          title={t('withdraw.vestSends')}
          text={t('withdraw.vestSendsText', { fee: feeText(chain) })}
        />
        {props.mayCall && (
          <Choice
            value="own"
            isChosen={!isDelegated}
            title={t('withdraw.iSend')}
            text={t('withdraw.iSendText')}
          />
        )}
      </RadioGroup.Root>
      <div className="mt-3">
        <p className="text-dense leading-[22px] text-t2">
          {t('withdraw.shortTo')}
          {judgement?.saved !== undefined && <span className="text-t1"> {judgement.saved.label}</span>}
        </p>
        <p className="text-dense break-words">{inGroups(form.recipient)}</p>
        {lookalike !== undefined ? (
          <>
            <LookalikeWarning recipient={form.recipient} lookalike={lookalike} />
            <div className="my-2">
              <Checkbox
                label={t('addressBook.alikeCompared')}
                isChecked={isCompared}
                onChange={setIsCompared}
              />
            </div>
          </>
        ) : (
          judgement?.isFirstUse === true && <FirstUse />
        )}
        <KeyValue label={t('transfer.arrives')} className="leading-[26px]">
          {isFeeTooHigh
            ? '–'
            : `${formatMoney(receivedOf(form.size, chain, isDelegated), { prefix: '' })} USDC`}{' '}
          <span className="text-t2">{arrivalText(t, chain)}</span>
        </KeyValue>
        <TransferWell showsEquity={false} change={usd6(-form.size)} />
      </div>
      <FormError
        text={
          terms.refusalCode !== undefined
            ? t('withdraw.failed', { reason: errorText(t, terms.refusalCode) })
            : isFeeTooHigh
              ? t('withdraw.feeTooHigh', { fee: feeText(chain) })
              : undefined
        }
      />
      <DialogAction>
        <Button
          size="xl"
          variant="ink"
          isBlocked={
            isFeeTooHigh ||
            terms.shortage !== undefined ||
            terms.refusalCode !== undefined ||
            (lookalike !== undefined && !isCompared)
          }
          onClick={onSubmit}
        >
          {t('withdraw.submit', { amount: formatMoney(form.size, { prefix: '' }) })}
        </Button>
      </DialogAction>
    </div>
  )
}

/** The address was never paid before, as far as the exchange remembers. */
function FirstUse() {
  const { t } = useTranslation()
  return (
    <div role="status" className="my-2 flex gap-2 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense">
      <TriangleAlert size={16} strokeWidth={1.5} className="mt-px shrink-0 text-warn" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">{t('addressBook.firstUse')}</p>
        <p>{t('addressBook.firstUseText')}</p>
      </div>
    </div>
  )
}

function Choice({
  value,
  isChosen,
  title,
  text,
}: {
  readonly value: string
  readonly isChosen: boolean
  readonly title: string
  readonly text: string
}) {
  return (
    <RadioGroup.Item
      value={value}
      className={cx(
        'flex min-h-[50px] items-center gap-[10px] rounded-[8px] border px-3 py-2 text-left',
        isChosen ? 'border-chalk bg-chalk-tint' : 'border-line',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block text-body leading-[17px] font-medium">{title}</span>
        <span className="block text-caption leading-[16px] text-t2">{text}</span>
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'size-[18px] shrink-0 rounded-full',
          isChosen ? 'border-[5px] border-chalk' : 'border-[1.5px] border-line-ctl',
        )}
      />
    </RadioGroup.Item>
  )
}

interface AllowanceBarProps {
  readonly allowance: Allowance
  readonly size: Usd6
  readonly eligible: Eligible | undefined
}

/** What has left in 24 hours, what this adds, and the threshold between now and later. */
function AllowanceBar({ allowance, size, eligible }: AllowanceBarProps) {
  const { t } = useTranslation()
  const { usedUsd6, thresholdUsd6 } = allowance
  const after = usd6(usedUsd6 + size)
  const whole = Math.max(after, thresholdUsd6 * 1.5)
  const percent = (part: number): string => `${Math.min(100, (part / whole) * 100)}%`
  const money = (amount: Usd6): string => formatMoney(amount, { prefix: '' })
  const isWaiting = eligible !== undefined
  return (
    <div className="rounded-[8px] bg-s3 px-[14px] py-3 text-dense">
      <div className="flex justify-between">
        <span className="text-t2">{t('withdraw.allowance')}</span>
        <span className={isWaiting ? 'text-warn' : 'text-ok'}>
          {isWaiting
            ? t('withdraw.waits', {
                hours: Math.max(1, Math.ceil((eligible.timeMs - Date.now()) / 3_600_000)),
              })
            : t('withdraw.leavesNow')}
        </span>
      </div>
      <div aria-hidden="true" className="relative my-3 h-1 rounded-full bg-line">
        <span
          className={cx('absolute inset-y-0 left-0 rounded-full', isWaiting ? 'bg-warn' : 'bg-t2')}
          style={{ width: percent(after) }}
        />
        <span className="absolute inset-y-0 left-0 rounded-full bg-t2" style={{ width: percent(usedUsd6) }} />
        <span className="absolute -top-1 h-3 w-[2px] bg-t1" style={{ left: percent(thresholdUsd6) }} />
      </div>
      <div className="flex justify-between gap-2">
        <span className="text-t2">{t('withdraw.used', { amount: money(usedUsd6) })}</span>
        <span className="text-t2">{money(thresholdUsd6)}</span>
        <span className={isWaiting ? 'text-warn' : undefined}>
          {t('withdraw.after', { amount: money(after) })}
        </span>
      </div>
    </div>
  )
}

/** The vault of this network holds less than that: what it can pay, and which others can pay all of it. */
function Short({
  chain,
  chains,
  shortage,
  onChain,
  onAmount,
}: CheckAndSignProps & { readonly shortage: Shortage }) {
  const { t } = useTranslation()
  const { availableUsd6, otherChains } = shortage
  const others = chains.filter(({ chainId }) => otherChains.includes(chainId))
  return (
    <div role="alert" className="mt-3 flex gap-2 rounded-[8px] bg-err-tint px-3 py-[10px] text-dense">
      <TriangleAlert size={16} strokeWidth={1.5} className="mt-px shrink-0 text-err" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">
          {t('withdraw.vaultLow', {
            network: chain.name,
            amount: formatMoney(availableUsd6, { prefix: '' }),
          })}
        </p>
        {others.length === 0 ? (
          <p>{t('withdraw.vaultLowNowhere')}</p>
        ) : (
          <p className="flex flex-wrap gap-x-3">
            {t('withdraw.vaultLowOthers')}
            {others.map((other) => (
              <button
                key={other.chainId}
                type="button"
                className="font-medium text-chalk"
                onClick={() => onChain(other.chainId)}
              >
                {other.name}
              </button>
            ))}
          </p>
        )}
        {availableUsd6 >= TRANSFER_MIN_USD6 && (
          <button type="button" className="font-medium text-chalk" onClick={() => onAmount(availableUsd6)}>
            {t('withdraw.vaultLowUse', { amount: formatMoney(availableUsd6, { prefix: '' }) })}
          </button>
        )}
      </div>
    </div>
  )
}

/** When it leaves, why not now, and what would. */
function Wait({ terms, onAmount, eligible }: CheckAndSignProps & { readonly eligible: Eligible }) {
  const { t } = useTranslation()
  const most = terms.allowance && eligible.isDelayed ? quickMaximum(terms.allowance.remainingUsd6) : undefined
  return (
    <div className="mt-3 flex gap-2 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense">
      <Clock size={16} strokeWidth={1.5} className="mt-px shrink-0 text-warn" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">{t('withdraw.leaves', { time: formatDateTime(eligible.timeMs) })}</p>
        {!eligible.isDelayed && <p>{t('withdraw.queued')}</p>}
        {most !== undefined && (
          <p>
            {t('withdraw.upTo', { amount: formatMoney(most, { prefix: '' }) })}{' '}
            <button type="button" className="font-medium text-chalk" onClick={() => onAmount(most)}>
              {t('withdraw.useThat')}
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
