/** Statuses as mails say them, in both languages: words instead of the members of the wire. */
import type { CapitalStatus, MailLanguage, ServiceStatus } from '@vest/protocol'

const CAPITAL: Readonly<Record<CapitalStatus, Readonly<Record<MailLanguage, string>>>> = {
  not_eligible: { en: 'not eligible', zh: '不符合条件' },
  unknown: { en: 'not known', zh: '未知' },
  created: { en: 'waits for its payment', zh: '等待付款' },
  paid: { en: 'paid', zh: '已付款' },
  pre_eval: { en: 'the evaluation can begin', zh: '评估可以开始' },
  active: { en: 'the evaluation runs', zh: '评估进行中' },
  goal_passed: { en: 'the evaluation is passed', zh: '评估已通过' },
  goal_failed_max_drawdown: { en: 'the evaluation failed by the drawdown', zh: '评估因最大回撤失败' },
  goal_failed_max_daily_loss: { en: 'the evaluation failed by the loss of a day', zh: '评估因单日亏损失败' },
  goal_failed_hidden: { en: 'the evaluation has ended', zh: '评估已结束' },
  pre_funded: { en: 'the funded account can be opened', zh: '可以开通资金账户' },
  funded_active: { en: 'the funded account trades', zh: '资金账户可以交易' },
  funded_claimed: { en: 'the funded account is claimed', zh: '资金账户已领取' },
  funded_failed_max_drawdown: {
    en: 'the funded account ended by the drawdown',
    zh: '资金账户因最大回撤终止',
  },
  funded_failed_max_daily_loss: {
    en: 'the funded account ended by the loss of a day',
    zh: '资金账户因单日亏损终止',
  },
  claimed: { en: 'claimed', zh: '已领取' },
}

const SERVICE: Readonly<Record<ServiceStatus, Readonly<Record<MailLanguage, string>>>> = {
  UP: { en: 'the exchange works', zh: '交易所运行正常' },
  HASISSUES: { en: 'the exchange has problems', zh: '交易所出现问题' },
  UNDERMAINTENANCE: { en: 'the exchange is under maintenance', zh: '交易所维护中' },
}

/** `status` as the notice carries it. A member that has no words is a mistake of ours and is said as it is. */
export const capitalWords = (status: string, language: MailLanguage): string =>
  CAPITAL[status as CapitalStatus]?.[language] ?? status
export const serviceWords = (status: string, language: MailLanguage): string =>
  SERVICE[status as ServiceStatus]?.[language] ?? status
