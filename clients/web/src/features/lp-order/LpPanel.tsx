/**
 * Money into the pool and out of it. Price, shares, fee, time and what the caps leave stand before the signature; what the
 * exchange would refuse is said before it is asked.
 */
import { RadioGroup } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { shareValue } from '@vest/formulas'
import type { LpOrderType, Usd6 } from '@vest/protocol'
import { usePortfolio } from '../../entities/account/index.ts'
import {
  coverPercent,
  readPool,
  readShare,
  usePool,
  useRefreshLp,
  useShare,
  type LpPool,
  type LpShare,
} from '../../entities/lp/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { ALL, AmountField, NO_AMOUNT, type AmountDraft } from '../../entities/transfer/index.ts'
import { formatDateTime, formatMoney, formatPercent, formatScaled } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import {
  BeforeAfter,
  Button,
  cx,
  Dialog,
  FormError,
  KeyValue,
  ReadFailure,
  showToast,
  Skeleton,
  TabBar,
  TabPanel,
  Tabs,
  Term,
} from '../../ui/index.ts'
import { previewLp, valueAfterFall, type LpDraft, type LpPreview, type LpProblem } from './lpForm.ts'
import { sendLpOrder, type LpOrderEnd } from './sendLpOrder.ts'
import { HOUR_MS } from '../../shared/durations.ts'

export type LpSide = 'deposit' | 'withdraw'
type Speed = 'now' | 'scheduled'

export const orderTypeOf = (side: LpSide, speed: Speed): LpOrderType =>
  side === 'deposit' ? 'DEPOSIT' : speed === 'now' ? 'IMMEDIATE_WITHDRAW' : 'SCHEDULE_WITHDRAW'

export function LpPanel() {
  const { t } = useTranslation()
  return (
    <section aria-label={t('lp.panel')} className="overflow-hidden rounded-[10px] border border-line bg-s2">
      <LpTabs firstSide="deposit" barClass="h-12 px-[10px]" formClass="p-5 max-md:p-4" />
    </section>
  )
}

/** The same as a sheet, for screens on which the page has no room for it; an order that was accepted closes it. */
export function LpSheet({
  side,
  onClose,
}: {
  /** Undefined: closed. */
  readonly side: LpSide | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={side !== undefined}
      onClose={onClose}
      title={t('lp.panel')}
      closeLabel={t('common.close')}
    >
      {side !== undefined && <LpTabs firstSide={side} barClass="h-10" formClass="pt-4" onDone={onClose} />}
    </Dialog>
  )
}

function LpTabs({
  firstSide,
  barClass,
  formClass,
  onDone,
}: {
  readonly firstSide: LpSide
  readonly barClass: string
  readonly formClass: string
  readonly onDone?: () => void
}) {
  const { t } = useTranslation()
  const [side, setSide] = useState(firstSide)
  const [speed, setSpeed] = useState<Speed>('now')
  const pool = usePool()
  const share = useShare()
  return (
    <Tabs value={side} onChange={setSide}>
      <TabBar
        label={t('lp.panel')}
        value={side}
        className={barClass}
        items={[
          { value: 'deposit', label: t('lp.deposit') },
          { value: 'withdraw', label: t('lp.withdraw') },
        ]}
      />
      {(['deposit', 'withdraw'] as const).map((tab) => (
        <TabPanel key={tab} value={tab} className={formClass}>
          {tab === 'withdraw' && pool.data !== undefined && (
            <SpeedChoice pool={pool.data} speed={speed} onSpeed={setSpeed} />
          )}
          {pool.data !== undefined ? (
            <LpForm
              key={orderTypeOf(tab, speed)}
              orderType={orderTypeOf(tab, speed)}
              pool={pool.data}
              share={share.data}
              onDone={onDone}
            />
          ) : pool.retry !== undefined ? (
            <ReadFailure
              className="h-[220px]"
              text={t('table.failed')}
              retryLabel={t('table.retry')}
              onRetry={pool.retry}
            />
          ) : (
            <LpFormPlace />
          )}
        </TabPanel>
      ))}
    </Tabs>
  )
}

function SpeedChoice({
  pool,
  speed,
  onSpeed,
}: {
  readonly pool: LpPool
  readonly speed: Speed
  readonly onSpeed: (speed: Speed) => void
}) {
  const { t } = useTranslation()
  const fee = formatPercent(pool.immediateFee)
  const rows = [
    { value: 'now', title: t('lp.now'), text: t('lp.nowText', { fee }), time: t('lp.atOnce') },
    {
      value: 'scheduled',
      title: t('lp.scheduled'),
      text: t('lp.scheduledText'),
      time: t('lp.hours', { hours: pool.scheduleMs / HOUR_MS }),
    },
  ] as const
  return (
    <RadioGroup.Root
      aria-label={t('lp.speed')}
      value={speed}
      onValueChange={(next) => onSpeed(next as Speed)}
      className="mb-4 flex flex-col gap-3"
    >
      {rows.map(({ value, title, text, time }) => {
        const isChosen = value === speed
        return (
          <RadioGroup.Item
            key={value}
            value={value}
            className={cx(
              'flex min-h-14 items-center gap-[10px] rounded-[8px] border px-3 py-2 text-left',
              isChosen ? 'border-chalk bg-chalk-tint' : 'border-line-2',
            )}
          >
            <span
              aria-hidden="true"
              className={cx(
                'size-[18px] shrink-0 rounded-full',
                isChosen ? 'border-[5px] border-chalk' : 'border-[1.5px] border-line-ctl',
              )}
            />
            <span className="min-w-0 flex-1">
              <span className="block text-body leading-[18px] font-medium">{title}</span>
              <span className="block text-dense leading-[16px] text-t2">{text}</span>
            </span>
            <span className="text-dense font-medium whitespace-nowrap">{time}</span>
          </RadioGroup.Item>
        )
      })}
    </RadioGroup.Root>
  )
}

/** The form before the pool is known, in the form's own measures: nothing below it moves when it comes. */
function LpFormPlace() {
  const { t } = useTranslation()
  return (
    <div aria-busy="true">
      <AmountField
        amount={NO_AMOUNT}
        available={undefined}
        onChange={() => undefined}
        onRefusal={() => undefined}
        hint=""
        isDisabled
      />
      <div aria-hidden="true" className="mt-3 rounded-[8px] bg-s3 px-[14px] py-[10px]">
        {[0, 1, 2, 3, 4].map((row) => (
          <Row key={row} label={<Skeleton className="h-[10px] w-24 bg-s4" />}>
            {'\u00a0'}
          </Row>
        ))}
      </div>
      <p aria-hidden="true" className="invisible mt-3 text-dense">
        {t('lp.depositNote', { hours: 24 })}
      </p>
      <Skeleton className="mt-4 h-12" />
    </div>
  )
}

interface LpFacts {
  readonly orderType: LpOrderType
  readonly pool: LpPool
  readonly share: LpShare | undefined
}
interface LpFormProps extends LpFacts {
  readonly onDone: (() => void) | undefined
}

function LpForm({ orderType, pool, share, onDone }: LpFormProps) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const status = useSession((state) => state.status)
  const openDialog = useSession((state) => state.openDialog)
  const withdrawable = usePortfolio((portfolio) => portfolio.summary?.withdrawable)
  const refresh = useRefreshLp()
  const [amount, setAmount] = useState<AmountDraft>(NO_AMOUNT)
  const [isRefused, setIsRefused] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const draft: LpDraft = { orderType, amount }
  const facts = { pool, share, withdrawable, nowMs: client.correctedNow(), isAmountRefused: isRefused }
  const preview = previewLp(draft, facts)
  const isVisitor = status !== 'ready'

  /** Everything means what there is when it is sent. */
  const sizeNow = async (): Promise<Usd6 | undefined> => {
    if (!amount.isAll || orderType === 'DEPOSIT') return preview.size
    const [freshPool, account] = await Promise.all([client.pool(), client.account()])
    return previewLp(
      { orderType, amount: ALL },
      { ...facts, pool: readPool(freshPool), share: readShare(account) },
    ).size
  }
  const submit = async (): Promise<void> => {
    if (preview.size === undefined) return
    setFailure(undefined)
    setIsSending(true)
    const end = await sendLpOrder({ client, orderType, size: sizeNow, isAll: amount.isAll })
    setIsSending(false)
    refresh()
    if (end.kind === 'done') {
      setAmount(NO_AMOUNT)
      showToast(doneToast(t, end))
      onDone?.()
    } else setFailure(failureText(t, end))
  }

  return (
    <>
      {preview.problem === 'insolvent' && <FormError text={t('lp.insolventText')} />}
      <div className={preview.problem === 'insolvent' ? 'mt-4' : undefined}>
        <AmountField
          amount={amount}
          available={preview.most}
          onChange={(next) => {
            setFailure(undefined)
            setAmount(next)
          }}
          onRefusal={setIsRefused}
          hint={isVisitor ? '' : hintOf(t, orderType, preview)}
          error={fieldError(t, preview, pool, share)}
          isDisabled={isSending || preview.problem === 'insolvent'}
        />
      </div>
      <div className="mt-3 rounded-[8px] bg-s3 px-[14px] py-[10px]">
        <Well orderType={orderType} pool={pool} share={share} preview={preview} />
      </div>
      {orderType !== 'IMMEDIATE_WITHDRAW' && (
        <p className="mt-3 text-dense text-t2">
          {orderType === 'DEPOSIT'
            ? t('lp.depositNote', { hours: pool.lockMs / HOUR_MS })
            : t('lp.scheduledNote')}
        </p>
      )}
      <FormError text={failure} />
      <div className="mt-4">
        {isVisitor ? (
          <Button size="xl" variant="ink" onClick={() => openDialog('sign-in')}>
            {t('header.login')}
          </Button>
        ) : (
          <Button
            size="xl"
            variant="ink"
            isBusy={isSending}
            isBlocked={preview.problem !== undefined}
            reason={preview.problem === undefined ? undefined : reasonOf(t, preview.problem)}
            onClick={() => void submit()}
          >
            {submitLabel(t, orderType, preview.size)}
          </Button>
        )}
      </div>
    </>
  )
}

const usdc = (value: Usd6 | undefined): string =>
  value === undefined ? '–' : `${formatMoney(value, { prefix: '' })} USDC`
const sharesText = (shares: number | undefined): string => formatScaled(shares, { decimals: 6 })

function submitLabel(t: TFunction, orderType: LpOrderType, size: Usd6 | undefined): string {
  const amount = size === undefined ? 'USDC' : usdc(size)
  return t(`lp.submit.${orderType}`, { amount })
}

const hintOf = (t: TFunction, orderType: LpOrderType, { most }: LpPreview): string =>
  t(`lp.most.${orderType}`, { amount: formatMoney(most) })

/** The reason in the button; nothing typed is none. */
const reasonOf = (t: TFunction, problem: LpProblem): string | undefined =>
  problem === 'empty' ? undefined : t(`lp.reason.${problem}`)

/** What stands under the field: the number that would do. */
function fieldError(
  t: TFunction,
  { problem, most, roomLeft }: LpPreview,
  { lockMs }: LpPool,
  share: LpShare | undefined,
): string | undefined {
  switch (problem) {
    case 'below-minimum':
      return t('transfer.minTransferAmount')
    case 'insufficient':
      return t('lp.fault.insufficient', { amount: formatMoney(most) })
    case 'pool-full':
      return t('lp.fault.pool-full', { amount: formatMoney(roomLeft) })
    case 'above-shares':
      return t('lp.fault.above-shares', { amount: formatMoney(most) })
    case 'locked':
      return t('lp.fault.locked', {
        amount: formatMoney(most),
        shares: sharesText(share?.locked),
        hours: lockMs / HOUR_MS,
        time: formatDateTime(share?.unlockTimeMs),
      })
    case 'day-full':
      return t('lp.fault.day-full', { amount: formatMoney(roomLeft) })
    case 'empty':
    case 'refused':
    case 'insolvent':
    case 'no-shares':
    case undefined:
      return undefined
  }
}

const Row = ({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) => (
  <KeyValue label={label} className="leading-[26px]">
    {children}
  </KeyValue>
)

interface WellProps extends LpFacts {
  readonly preview: LpPreview
}

function Well({ orderType, pool, share, preview }: WellProps) {
  const { t } = useTranslation()
  const { price, shares, fee, receive, roomLeft, executeTimeMs, size } = preview
  if (preview.problem === 'insolvent') {
    const cover = coverPercent(pool)
    return (
      <>
        <Row label={t('lp.cover')}>
          {cover === undefined ? '–' : t('lp.coverText', { percent: `${cover}%` })}
        </Row>
        <Row label={t('lp.insurance')}>{formatMoney(pool.insurance)}</Row>
        <Row label={t('lp.tradingCollateral')}>{t('lp.notAffected')}</Row>
      </>
    )
  }
  if (orderType === 'DEPOSIT')
    return (
      <>
        <Row label={<Term help={t('lp.entryHelp')}>{t('lp.entryPrice')}</Term>}>{sharesText(price)}</Row>
        <Row label={t('lp.youGet')}>
          {sharesText(shares)} <span className="text-t3">{t('lp.shares')}</span>
        </Row>
        <Row label={t('lp.yourPart')}>
          <BeforeAfter
            before={partText(share?.shares, pool.totalShares)}
            {...(shares === undefined || share === undefined
              ? {}
              : { after: partText(share.shares + shares, pool.totalShares + shares) })}
          />
        </Row>
        <Row label={t('lp.fee')}>{t('lp.none')}</Row>
        <Row label={t('lp.capLeft')}>{formatMoney(roomLeft)}</Row>
      </>
    )
  if (orderType === 'IMMEDIATE_WITHDRAW')
    return (
      <>
        <Row label={<Term help={t('lp.exitHelp')}>{t('lp.exitPrice')}</Term>}>{sharesText(price)}</Row>
        <Row label={t('lp.burnt')}>{sharesText(shares)}</Row>
        <Row label={t('lp.fee')}>{fee === undefined ? '–' : usdcUp(fee)}</Row>
        <Row label={t('lp.youReceive')}>
          <span className="font-semibold">{usdc(receive)}</span>
        </Row>
        <Row label={<Term help={t('lp.dayCapHelp')}>{t('lp.dayCap')}</Term>}>
          {formatMoney(roomLeft)} <span className="text-t3">{t('lp.left')}</span>
        </Row>
      </>
    )
  return (
    <>
      <Row label={t('lp.lockedShares')}>{sharesText(shares)}</Row>
      <Row label={t('lp.runsAt')}>{formatDateTime(executeTimeMs)}</Row>
      <Row label={t('lp.atTodaysPrice')}>{size === undefined ? '–' : `≈ ${usdc(size)}`}</Row>
      <Row label={t('lp.ifPriceFalls')}>{size === undefined ? '–' : `≈ ${usdc(valueAfterFall(size))}`}</Row>
      <Row label={<Term help={t('lp.queueHelp')}>{t('lp.queueBefore')}</Term>}>
        {formatMoney(shareValue(pool.queuedShares, pool.totalShares, pool.navLow))}
      </Row>
    </>
  )
}

/** What is paid is never shown smaller than it is. */
const usdcUp = (value: Usd6): string => `${formatMoney(value, { prefix: '', rounding: 'ceil' })} USDC`

/** Hundredths of a percent of all shares. */
export const partText = (shares: number | undefined, totalShares: number): string =>
  shares === undefined || totalShares === 0
    ? '–'
    : formatPercent(Number((BigInt(shares) * 10_000n) / BigInt(totalShares)))

function doneToast(t: TFunction, { order }: Extract<LpOrderEnd, { kind: 'done' }>) {
  const shares = order.shares ?? ''
  return order.orderType === 'SCHEDULE_WITHDRAW'
    ? {
        tone: 'ok' as const,
        title: t('lp.done.SCHEDULE_WITHDRAW'),
        text: t('lp.doneText.SCHEDULE_WITHDRAW', { time: formatDateTime(order.executeTime ?? undefined) }),
      }
    : {
        tone: 'ok' as const,
        title: t(`lp.done.${order.orderType}`),
        text: t(`lp.doneText.${order.orderType}`, { shares }),
      }
}

function failureText(t: TFunction, end: Exclude<LpOrderEnd, { kind: 'done' }>): string {
  switch (end.kind) {
    case 'refused':
      return errorText(t, end.code)
    case 'unreachable':
      return t('lp.unreachable')
    case 'unknown':
      return t('lp.unknown')
    case 'no-key':
      return t('order.noSigningKey')
  }
}
