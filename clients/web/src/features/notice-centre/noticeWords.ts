/** What a notice says, in a title and a line; the figures in the forms of the rest of the app. */
import { readUsd6, type NoticeRow } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { formatDateTime, formatMoney, group, shortenAddress } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'

export interface NoticeWords {
  readonly title: string
  readonly text?: string
}

/** `label`: of the market that it is about. */
export function noticeWords(t: TFunction, notice: NoticeRow, label = notice.symbol ?? ''): NoticeWords {
  const { kind, values } = notice
  const figure = (name: string): string => groupDecimal(values[name] ?? '')
  const money = (name: string): string => formatMoney(readUsd6(values[name] ?? '0'))
  const amount = money('amount')
  const reason = errorText(t, Number(values['code'] ?? 0))
  const side = t(values['side'] === 'SHORT' ? 'side.short' : 'side.long')
  switch (kind) {
    case 'ORDER_FILLED':
      return {
        title: t('notice.filled', { side, size: figure('size'), market: label }),
        text: t('notice.filledText', {
          price: figure('price'),
          fee: formatMoney(readUsd6(values['fee'] ?? '0'), { rounding: 'ceil' }),
        }),
      }
    case 'ORDER_CANCELLED':
      return { title: t('notice.cancelled', { market: label }), text: reason }
    case 'EXIT_FAILED':
      return { title: t('notice.exitFailed', { market: label }), text: reason }
    case 'LIQUIDATED':
      return {
        title: t('notice.liquidated', { size: figure('size'), market: label }),
        text: t('notice.filledText', {
          price: figure('price'),
          fee: formatMoney(readUsd6(values['fee'] ?? '0'), { rounding: 'ceil' }),
        }),
      }
    case 'LIQUIDATION_NEAR':
      return {
        title: t('notice.near', { market: label, distance: values['distance'] ?? '' }),
        text: t('notice.nearText', { side, mark: figure('mark'), liquidation: figure('liquidation') }),
      }
    case 'FUNDING_ABOVE':
      return {
        title: t('notice.funding'),
        text: t('notice.fundingText', { market: label, rate: values['rate'] ?? '' }),
      }
    case 'DEPOSIT_ARRIVED':
      return { title: t('notice.deposit'), text: t('notice.amount', { amount }) }
    case 'DEPOSIT_REFUSED':
      return { title: t('notice.depositRefused', { amount }), text: reason }
    case 'WITHDRAWAL_APPROVED':
      return { title: t('notice.approved'), text: to(t, amount, values['recipient']) }
    case 'WITHDRAWAL_SENT':
      return { title: t('notice.sent'), text: to(t, amount, values['recipient']) }
    case 'WITHDRAWAL_REFUSED':
      return { title: t('notice.withdrawalRefused', { amount }), text: reason }
    case 'ADDRESS_BOOK_CHANGED':
      return bookWords(t, values)
    case 'CAPITAL_CHANGED':
      return {
        title: t('notice.capital', { account: shortenAddress(values['account'] ?? '', 6) }),
        text: capitalText(t, values),
      }
    case 'CAPITAL_LOSS_NEAR':
      return {
        title: t(values['loss'] === 'DRAWDOWN' ? 'notice.drawdownNear' : 'notice.dailyLossNear', {
          used: values['used'] ?? '',
        }),
        text: t('notice.lossNearText', {
          account: shortenAddress(values['account'] ?? '', 6),
          room: money('room'),
          floor: money('floor'),
        }),
      }
    case 'PRICE_REACHED':
      return {
        title: t(values['direction'] === 'BELOW' ? 'notice.fell' : 'notice.rose', {
          market: label,
          price: figure('price'),
        }),
        text: t('notice.alertText', { mark: figure('mark') }),
      }
    case 'MARKET_LISTED':
      return {
        title: t('notice.listed', { market: label }),
        ...(values['name'] ? { text: values['name'] } : {}),
      }
    case 'SERVICE_SAID':
      return {
        title: t(SERVICE[values['status'] as keyof typeof SERVICE] ?? SERVICE.UP),
        ...(values['message'] ? { text: values['message'] } : {}),
      }
  }
}

const BOOK = {
  SAVE: 'notice.addressSaved',
  REMOVE: 'notice.addressRemoved',
  LIST_ON: 'notice.listOn',
  LIST_OFF: 'notice.listOff',
  LOCK: 'notice.withdrawalsLocked',
} as const

/** An address, or the time from which the change holds; of a lock its end. */
function bookWords(t: TFunction, values: NoticeRow['values']): NoticeWords {
  const { change, recipient, label = '', effectiveTime } = values
  const title = t(BOOK[change as keyof typeof BOOK], { label })
  const time = effectiveTime === undefined ? '' : formatDateTime(Number(effectiveTime))
  if (change === 'SAVE' && time !== '') return { title, text: t('notice.addressFrom', { time }) }
  if (recipient !== undefined) return { title, text: shortenAddress(recipient, 6) }
  return time === ''
    ? { title }
    : { title, text: t(change === 'LOCK' ? 'notice.until' : 'notice.from', { time }) }
}

const SERVICE = {
  UP: 'notice.serviceUp',
  HASISSUES: 'notice.serviceIssues',
  UNDERMAINTENANCE: 'notice.serviceMaintenance',
} as const

/** Texts of statuses; any other status says that the status has changed. */
const CAPITAL = {
  active: 'notice.capitalActive',
  goal_passed: 'notice.capitalPassed',
  goal_failed_max_drawdown: 'notice.capitalDrawdown',
  goal_failed_max_daily_loss: 'notice.capitalDailyLoss',
  funded_active: 'notice.capitalFunded',
  funded_failed_max_drawdown: 'notice.capitalDrawdown',
  funded_failed_max_daily_loss: 'notice.capitalDailyLoss',
} as const

function capitalText(t: TFunction, values: NoticeRow['values']): string {
  if (values['frozen'] === 'true') return t('notice.capitalFrozen')
  return t(CAPITAL[values['status'] as keyof typeof CAPITAL] ?? 'notice.capitalOther')
}

const to = (t: TFunction, amount: string, recipient: string | undefined): string =>
  recipient === undefined
    ? t('notice.amount', { amount })
    : t('notice.amountTo', { amount, recipient: shortenAddress(recipient, 6) })

/** Decimal text of the wire, its whole part in groups. */
function groupDecimal(text: string): string {
  const [whole = '', fraction] = text.split('.')
  return fraction === undefined ? group(whole) : `${group(whole)}.${fraction}`
}
