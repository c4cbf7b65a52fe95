/**
 * What notices say in mails, in both languages of the app: several go into one mail, oldest first. None carries a link:
 * what opens an account is typed, never pressed.
 */
import { timeText, type Mail } from '@vest/identity'
import { errorEntry, type MailLanguage } from '@vest/protocol'
import type { KeptNotice } from './noticeDocument.ts'
import { capitalWords, serviceWords } from './statusWords.ts'

/** Lines of one mail; what is beyond is counted. */
const LINES_MAX = 40

type Words = (notice: KeptNotice) => string
const reasonOf = ({ values }: KeptNotice): string => errorEntry(Number(values['code'] ?? 0)).message
const of = ({ values }: KeptNotice, name: string): string => values[name] ?? '?'
const market = ({ symbol }: KeptNotice): string => symbol ?? '?'

/** By what was changed; a time where one is part of it. */
type BookWords = Readonly<Record<string, (notice: KeptNotice, time: string) => string>>
const BOOK_EN: BookWords = {
  SAVE: (n, time) =>
    `Address ${of(n, 'recipient')} saved as "${of(n, 'label')}"${time && `; it can be paid from ${time}`}`,
  REMOVE: (n) => `Address ${of(n, 'recipient')} removed`,
  LIST_ON: () => 'Only saved addresses are paid from now on',
  LIST_OFF: (_n, time) => `Other than saved addresses can be paid again${time && ` from ${time}`}`,
  LOCK: (_n, time) => `Withdrawals are locked until ${time}`,
}
const BOOK_ZH: BookWords = {
  SAVE: (n, time) =>
    `地址 ${of(n, 'recipient')} 已保存为“${of(n, 'label')}”${time && `，自 ${time} 起可提现`}`,
  REMOVE: (n) => `已移除地址 ${of(n, 'recipient')}`,
  LIST_ON: () => '从现在起只能提现到已保存的地址',
  LIST_OFF: (_n, time) => `${time && `自 ${time} 起`}可再次提现到其他地址`,
  LOCK: (_n, time) => `提现已锁定至 ${time}`,
}
const bookWords = (notice: KeptNotice, words: BookWords): string => {
  const { change = '', effectiveTime } = notice.values
  return words[change]!(notice, effectiveTime === undefined ? '' : timeText(Number(effectiveTime)))
}

const EN: Readonly<Record<KeptNotice['kind'], Words>> = {
  ORDER_FILLED: (n) =>
    `${of(n, 'side') === 'LONG' ? 'Long' : 'Short'} ${of(n, 'size')} ${market(n)} filled at ${of(n, 'price')}, fee ${of(n, 'fee')} USDC`,
  ORDER_CANCELLED: (n) => `Order in ${market(n)} cancelled by the exchange: ${reasonOf(n)}`,
  EXIT_FAILED: (n) => `Take profit or stop loss in ${market(n)} could not be set: ${reasonOf(n)}`,
  LIQUIDATED: (n) => `${of(n, 'size')} ${market(n)} liquidated at ${of(n, 'price')}`,
  LIQUIDATION_NEAR: (n) =>
    `${market(n)} is ${of(n, 'distance')}% from liquidation: mark ${of(n, 'mark')}, liquidation at ${of(n, 'liquidation')}`,
  FUNDING_ABOVE: (n) => `Funding in ${market(n)} is ${of(n, 'rate')}% for 8 hours, and you pay it`,
  DEPOSIT_ARRIVED: (n) => `Deposit of ${of(n, 'amount')} USDC arrived`,
  DEPOSIT_REFUSED: (n) => `Deposit of ${of(n, 'amount')} USDC refused: ${reasonOf(n)}`,
  WITHDRAWAL_APPROVED: (n) => `Withdrawal of ${of(n, 'amount')} USDC approved`,
  WITHDRAWAL_SENT: (n) => `Withdrawal of ${of(n, 'amount')} USDC paid out`,
  WITHDRAWAL_REFUSED: (n) => `Withdrawal of ${of(n, 'amount')} USDC refused: ${reasonOf(n)}`,
  ADDRESS_BOOK_CHANGED: (n) => bookWords(n, BOOK_EN),
  CAPITAL_CHANGED: (n) =>
    `Vest Capital account ${of(n, 'account')}: ${capitalWords(of(n, 'status'), 'en')}${of(n, 'frozen') === 'true' ? ', frozen' : ''}`,
  CAPITAL_LOSS_NEAR: (n) =>
    `${of(n, 'used')}% of the ${of(n, 'loss') === 'DRAWDOWN' ? 'drawdown' : 'daily loss'} of Vest Capital account ${of(n, 'account')} is used: ${of(n, 'room')} USDC are left above ${of(n, 'floor')} USDC, where it ends`,
  PRICE_REACHED: (n) =>
    `${market(n)} ${of(n, 'direction') === 'ABOVE' ? 'rose' : 'fell'} to ${of(n, 'price')}: mark ${of(n, 'mark')}`,
  MARKET_LISTED: (n) => `New market ${market(n)}`,
  SERVICE_SAID: (n) => `Service: ${n.values['message'] ?? serviceWords(of(n, 'status'), 'en')}`,
}

const ZH: Readonly<Record<KeptNotice['kind'], Words>> = {
  ORDER_FILLED: (n) =>
    `${of(n, 'side') === 'LONG' ? '做多' : '做空'} ${of(n, 'size')} ${market(n)} 已成交，均价 ${of(n, 'price')}，手续费 ${of(n, 'fee')} USDC`,
  ORDER_CANCELLED: (n) => `${market(n)} 订单被交易所取消：${reasonOf(n)}`,
  EXIT_FAILED: (n) => `${market(n)} 止盈止损未能设置：${reasonOf(n)}`,
  LIQUIDATED: (n) => `${of(n, 'size')} ${market(n)} 已强平，价格 ${of(n, 'price')}`,
  LIQUIDATION_NEAR: (n) =>
    `${market(n)} 距强平 ${of(n, 'distance')}%：标记价 ${of(n, 'mark')}，强平价 ${of(n, 'liquidation')}`,
  FUNDING_ABOVE: (n) => `${market(n)} 8 小时资金费率 ${of(n, 'rate')}%，由您支付`,
  DEPOSIT_ARRIVED: (n) => `充值 ${of(n, 'amount')} USDC 已到账`,
  DEPOSIT_REFUSED: (n) => `充值 ${of(n, 'amount')} USDC 被拒绝：${reasonOf(n)}`,
  WITHDRAWAL_APPROVED: (n) => `提现 ${of(n, 'amount')} USDC 已批准`,
  WITHDRAWAL_SENT: (n) => `提现 ${of(n, 'amount')} USDC 已付出`,
  WITHDRAWAL_REFUSED: (n) => `提现 ${of(n, 'amount')} USDC 被拒绝：${reasonOf(n)}`,
  ADDRESS_BOOK_CHANGED: (n) => bookWords(n, BOOK_ZH),
  CAPITAL_CHANGED: (n) =>
    `Vest Capital 账户 ${of(n, 'account')}：${capitalWords(of(n, 'status'), 'zh')}${of(n, 'frozen') === 'true' ? '，已冻结' : ''}`,
  CAPITAL_LOSS_NEAR: (n) =>
    `Vest Capital 账户 ${of(n, 'account')} 已用 ${of(n, 'used')}% 的${of(n, 'loss') === 'DRAWDOWN' ? '最大回撤' : '单日亏损限额'}：距终止线 ${of(n, 'floor')} USDC 还剩 ${of(n, 'room')} USDC`,
  PRICE_REACHED: (n) =>
    `${market(n)} ${of(n, 'direction') === 'ABOVE' ? '涨至' : '跌至'} ${of(n, 'price')}：标记价 ${of(n, 'mark')}`,
  MARKET_LISTED: (n) => `新市场 ${market(n)}`,
  SERVICE_SAID: (n) => `服务：${n.values['message'] ?? serviceWords(of(n, 'status'), 'zh')}`,
}

const FRAME = {
  en: {
    words: EN,
    several: (count: number) => `${count} notices from Vest`,
    more: (count: number) => `and ${count} more, which the app shows`,
    foot: 'You chose in the settings of notices what comes by mail.',
    code: (code: string) => `${code} confirms this address for notices from Vest`,
    codeText: (code: string) =>
      `Your code: ${code}\n\nType it in the settings of notices. It is good for ten minutes. If you did not ask for it, ignore this mail: nothing will be sent here.`,
  },
  zh: {
    words: ZH,
    several: (count: number) => `Vest：${count} 条通知`,
    more: (count: number) => `另有 ${count} 条，可在应用中查看`,
    foot: '您可在通知设置中选择通过邮件接收的内容。',
    code: (code: string) => `${code}：确认接收 Vest 通知的邮箱`,
    codeText: (code: string) =>
      `您的验证码：${code}\n\n请在通知设置中输入，十分钟内有效。如非本人操作，请忽略此邮件：不会再有邮件发到这里。`,
  },
} as const

export function noticesMail(to: string, language: MailLanguage, notices: readonly KeptNotice[]): Mail {
  const { words, several, more, foot } = FRAME[language]
  const lines = notices.map((notice) => ({ notice, text: words[notice.kind](notice) }))
  const shown = lines.slice(-LINES_MAX)
  const left = lines.length - shown.length
  return {
    to,
    subject: lines.length === 1 ? lines[0]!.text : several(lines.length),
    text: [
      ...shown.map(({ notice, text }) => `${timeText(notice.timeMs)}  ${text}`),
      ...(left > 0 ? [more(left)] : []),
      '',
      foot,
    ].join('\n'),
  }
}

export const confirmMail = (to: string, language: MailLanguage, code: string): Mail => ({
  to,
  subject: FRAME[language].code(code),
  text: FRAME[language].codeText(code),
})
