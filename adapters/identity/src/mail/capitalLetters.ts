/** Letters of Vest Capital: a plan bought, an evaluation passed or failed, a funded account opened, profit paid, or either looked at first. */
import type { CapitalNotice } from '@vest/runtime'

type Words = readonly [subject: string, ...lines: string[]]

const LOSS = {
  en: { MAX_DRAWDOWN: 'its drawdown floor', MAX_DAILY_LOSS: 'the floor of the day' },
  zh: { MAX_DRAWDOWN: '回撤底线', MAX_DAILY_LOSS: '当日底线' },
} as const
const CERTIFICATE = {
  en: 'The Vest Capital page has the certificate of this verdict: every fill, payment and mark it was decided from, to be computed once more by you.',
  zh: 'Vest Capital 页面提供此裁决的证书：其依据的每笔成交、资金费与标记价格，您可自行重新计算。',
} as const

const REVIEWED = {
  en: { CLAIM: 'claim', PAYOUT: 'profit withdrawal' },
  zh: { CLAIM: '申领', PAYOUT: '利润提取' },
} as const

/** Amounts as 5000.00. */
const usd = (decimal: string): string => decimal.replace(/(\.\d{2})\d*$/, '$1')

export function capitalWordsEn(notice: CapitalNotice): Words {
  switch (notice.kind) {
    case 'planBought':
      return [
        `Receipt: your ${notice.plan} plan is paid`,
        `You paid ${notice.price}. The evaluation of ${usd(notice.size)} USDC is yours. Begin it on the Vest Capital page; its limits count from its first day on.`,
        'If you did not buy it, write to support and to your card issuer.',
      ]
    case 'evaluationPassed':
      return [
        `Evaluation passed: ${notice.plan}`,
        `Equity stood at ${usd(notice.equity)} USDC, the goal was ${usd(notice.level)}. Its positions are closed; claim the funded account on the Vest Capital page.`,
        CERTIFICATE.en,
      ]
    case 'accountFailed':
      return [
        notice.isFunded ? `Funded account ended: ${notice.plan}` : `Evaluation failed: ${notice.plan}`,
        `Equity stood at ${usd(notice.equity)} USDC and so reached ${LOSS.en[notice.verdict]} of ${usd(notice.level)}. Orders are cancelled and positions closed. You owe nothing; another plan can be bought.`,
        CERTIFICATE.en,
      ]
    case 'fundedOpened':
      return [
        `Your funded account is open: ${notice.plan}`,
        `It begins with ${usd(notice.size)} USDC under the limits of your plan. What it earns beyond that you can withdraw.`,
        'If it was not you, end all sessions under "Sessions and devices" at once, and write to support.',
      ]
    case 'profitPaid':
      return [
        `Profit paid: ${usd(notice.paid)} USDC`,
        `${usd(notice.size)} USDC were taken out of your funded account; your share of ${usd(notice.paid)} is on your primary account.`,
        'If it was not you, end all sessions under "Sessions and devices" at once, and write to support.',
      ]
    case 'reviewBegun':
      return [
        `Your ${REVIEWED.en[notice.subject]} is under review: ${notice.plan}`,
        notice.subject === 'CLAIM'
          ? 'A person looks at it before the funded account is opened. There is nothing you have to do: you are written to when it is open.'
          : 'A person looks at it before it is paid. The sum is set aside; you are written to when it is paid. Trading goes on.',
        'If you have questions, write to support and name your account.',
      ]
    case 'reviewDeclined':
      return [
        `Your ${REVIEWED.en[notice.subject]} was not made: ${notice.plan}`,
        notice.subject === 'CLAIM'
          ? 'It was looked at and not accepted. The evaluation is closed; its certificate stays on the Vest Capital page, and another plan can be bought.'
          : 'It was looked at and not accepted. The sum is back on the funded account, if that still trades.',
        'To ask why, or to object, write to support and name your account.',
      ]
  }
}

export function capitalWordsZh(notice: CapitalNotice): Words {
  switch (notice.kind) {
    case 'planBought':
      return [
        `收据：您的 ${notice.plan} 方案已付款`,
        `您支付了 ${notice.price}。${usd(notice.size)} USDC 的评估账户已归您使用。请在 Vest Capital 页面开始；限额自第一天起计算。`,
        '如非您本人购买，请联系客服及发卡行。',
      ]
    case 'evaluationPassed':
      return [
        `评估已通过：${notice.plan}`,
        `净值为 ${usd(notice.equity)} USDC，目标为 ${usd(notice.level)}。仓位已平；请在 Vest Capital 页面领取出资账户。`,
        CERTIFICATE.zh,
      ]
    case 'accountFailed':
      return [
        notice.isFunded ? `出资账户已终止：${notice.plan}` : `评估未通过：${notice.plan}`,
        `净值为 ${usd(notice.equity)} USDC，触及${LOSS.zh[notice.verdict]} ${usd(notice.level)}。订单已撤销，仓位已平。您无需支付任何款项，可以购买其他方案。`,
        CERTIFICATE.zh,
      ]
    case 'fundedOpened':
      return [
        `您的出资账户已开通：${notice.plan}`,
        `初始资金为 ${usd(notice.size)} USDC，适用您方案的限额。超出部分的盈利可以提取。`,
        '如非本人操作，请立即在“会话与设备”中终止所有会话，并联系客服。',
      ]
    case 'profitPaid':
      return [
        `利润已支付：${usd(notice.paid)} USDC`,
        `已从您的出资账户提取 ${usd(notice.size)} USDC；您的份额 ${usd(notice.paid)} 已到主账户。`,
        '如非本人操作，请立即在“会话与设备”中终止所有会话，并联系客服。',
      ]
    case 'reviewBegun':
      return [
        `您的${REVIEWED.zh[notice.subject]}正在审核：${notice.plan}`,
        notice.subject === 'CLAIM'
          ? '出资账户开通前须经人工审核。您无需操作，开通后将以邮件通知您。'
          : '支付前须经人工审核。该金额已单独留出，支付后将以邮件通知您。交易不受影响。',
        '如有疑问，请联系客服并提供您的账户。',
      ]
    case 'reviewDeclined':
      return [
        `您的${REVIEWED.zh[notice.subject]}未获通过：${notice.plan}`,
        notice.subject === 'CLAIM'
          ? '申领经审核未获通过。评估账户已关闭，其证书仍在 Vest Capital 页面；您可以购买其他方案。'
          : '提取经审核未获通过。如出资账户仍在交易，该金额已退回。',
        '如需了解原因或提出异议，请联系客服并提供您的账户。',
      ]
  }
}
