/**
 * Letters: what an owner is told because it can act for them, or takes money from their account, in the language of their
 * last sign-in. Each says when and from which network, and what to do where it was another person. None carries a link,
 * nor more of a secret than the pages show.
 */
import type { MailLanguage } from '@vest/protocol'
import type { OwnerNotice } from '@vest/runtime'
import { capitalWordsEn, capitalWordsZh } from './capitalLetters.ts'
import type { Mail } from './mailQueue.ts'
import { timeText } from './mailTexts.ts'

export type Letter = (OwnerNotice | { readonly kind: 'copiedToken'; readonly browser: string }) & {
  readonly timeMs: number
  /** Cut to /24 or /64; empty where no browser did it. */
  readonly network: string
}
type Words = readonly [subject: string, ...lines: string[]]

const METHODS = {
  en: { passphrase: 'a passphrase', passkey: 'a passkey', file: 'a file' },
  zh: { passphrase: '口令', passkey: '通行密钥', file: '文件' },
} as const

type BookLetter = Extract<OwnerNotice, { readonly kind: 'addressBook' }>
type BookWords = Readonly<Record<BookLetter['change'], (letter: BookLetter) => string>>
const BOOK_EN: BookWords = {
  SAVE: ({ label, recipient }) => `The address ${recipient} was saved as "${label}".`,
  REMOVE: ({ recipient }) => `The address ${recipient} was removed.`,
  LIST_ON: () => 'From now on only saved addresses are paid.',
  LIST_OFF: () => 'Payments to saved addresses only were switched off. That holds after the waiting time.',
  LOCK: ({ days }) => `Withdrawals are locked for ${days} days. The lock cannot be lifted before.`,
}
const BOOK_ZH: BookWords = {
  SAVE: ({ label, recipient }) => `已将地址 ${recipient} 保存为“${label}”。`,
  REMOVE: ({ recipient }) => `已移除地址 ${recipient}。`,
  LIST_ON: () => '从现在起只能提现到已保存的地址。',
  LIST_OFF: () => '已关闭“仅限已保存地址”，等待期结束后生效。',
  LOCK: ({ days }) => `提现已锁定 ${days} 天，到期前无法解除。`,
}

const EN = (letter: Letter): Words => {
  switch (letter.kind) {
    case 'newSigner':
      return [
        'A new signer acts for your Vest account',
        `The key ${letter.signer} may place and cancel orders for your account until ${timeText(letter.endsMs)}.`,
        'You get this letter with each sign-in of a browser. If it was not you, end it under "Sessions and devices".',
      ]
    case 'newKey':
      return [
        'A new API key acts for your Vest account',
        `The key "${letter.label}" was made for a program.`,
        'If it was not you, end it under "Sessions and devices".',
      ]
    case 'withdrawal':
      return [
        `Withdrawal of ${amount(letter.size)} USDC from Vest`,
        `${amount(letter.size)} USDC were asked for, to ${letter.recipient} on ${letter.chain}.`,
        'If it was not you, end all sessions under "Sessions and devices" at once, and write to support.',
      ]
    case 'addressBook':
      return [
        'Your Vest address book was changed',
        BOOK_EN[letter.change](letter),
        'If it was not you, end all sessions under "Sessions and devices" at once, lock withdrawals, and write to support.',
      ]
    case 'recoveryAdded':
      return [
        'A way back into your Vest wallet was saved',
        `${capital(METHODS.en[letter.method])} opens your wallet in a new browser from now on. Browsers that were in use before ask for a way back in once.`,
        'If it was not you, end all sessions under "Sessions and devices" at once.',
      ]
    case 'recoveryRemoved':
      return [
        'A way back into your Vest wallet was removed',
        `${capital(METHODS.en[letter.method])} no longer opens your wallet.`,
        'If it was not you, end all sessions under "Sessions and devices" at once.',
      ]
    case 'rotated':
      return [
        'The parts of your Vest key were made anew',
        'Former parts open nothing any more. Your address is the same; other browsers ask for a way back in once.',
        'If it was not you, end all sessions under "Sessions and devices" at once.',
      ]
    case 'walletRenewed':
      return [
        'Your Vest wallet was replaced by a new one',
        'The former wallet was empty and its parts were lost. Its address is not yours any more: send nothing there. Your new address stands on the deposit page.',
        'If it was not you, end all sessions under "Sessions and devices" at once, and send no money to your account.',
      ]
    case 'passkeyAdded':
      return [
        'A passkey was added to your Vest account',
        'It signs in without a code from now on.',
        'If it was not you, remove it under "Sessions and devices", and end all sessions there.',
      ]
    case 'passkeyRemoved':
      return [
        'A passkey was removed from your Vest account',
        'It no longer signs in.',
        'If it was not you, end all sessions under "Sessions and devices" at once.',
      ]
    case 'keyExported':
      return [
        'Your Vest key was shown',
        'The key of your wallet was shown in a browser. A person who has it can take your money; Vest cannot take the key back.',
        'If it was not you, move your money to another wallet now.',
      ]
    case 'copiedToken':
      return [
        'A sign-in to Vest was ended',
        `One of your sign-ins was ended, because a key of it that had been replaced was used again (${letter.browser}). Another person may have copied it from a browser.`,
        'Your money cannot leave by such a key. Sign in again; if you find sign-ins that are not yours, end them all.',
      ]
    default:
      return capitalWordsEn(letter)
  }
}

const ZH = (letter: Letter): Words => {
  switch (letter.kind) {
    case 'newSigner':
      return [
        '新的签名密钥可操作您的 Vest 账户',
        `密钥 ${letter.signer} 可为您的账户下单和撤单，有效期至 ${timeText(letter.endsMs)}。`,
        '每次有浏览器登录时您都会收到此邮件。如非本人操作，请在“会话与设备”中将其终止。',
      ]
    case 'newKey':
      return [
        '新的 API 密钥可操作您的 Vest 账户',
        `已为程序创建密钥“${letter.label}”。`,
        '如非本人操作，请在“会话与设备”中将其终止。',
      ]
    case 'withdrawal':
      return [
        `从 Vest 提现 ${amount(letter.size)} USDC`,
        `已申请提现 ${amount(letter.size)} USDC，收款地址 ${letter.recipient}，网络 ${letter.chain}。`,
        '如非本人操作，请立即在“会话与设备”中终止所有会话，并联系客服。',
      ]
    case 'addressBook':
      return [
        '您的 Vest 地址簿已更改',
        BOOK_ZH[letter.change](letter),
        '如非本人操作，请立即在“会话与设备”中终止所有会话，锁定提现，并联系客服。',
      ]
    case 'recoveryAdded':
      return [
        '已保存找回 Vest 钱包的方式',
        `今后可用${METHODS.zh[letter.method]}在新浏览器中打开您的钱包。此前使用的浏览器需要再用找回方式打开一次。`,
        '如非本人操作，请立即在“会话与设备”中终止所有会话。',
      ]
    case 'recoveryRemoved':
      return [
        '已移除找回 Vest 钱包的方式',
        `${METHODS.zh[letter.method]}不再能打开您的钱包。`,
        '如非本人操作，请立即在“会话与设备”中终止所有会话。',
      ]
    case 'rotated':
      return [
        '您的 Vest 密钥已重新分片',
        '旧的分片已全部失效。您的地址不变；其他浏览器需要再用找回方式打开一次。',
        '如非本人操作，请立即在“会话与设备”中终止所有会话。',
      ]
    case 'walletRenewed':
      return [
        '您的 Vest 钱包已换成新钱包',
        '原钱包为空，且其分片均已丢失。原地址不再属于您：请勿再向其转账。您的新地址显示在充值页面。',
        '如非本人操作，请立即在“会话与设备”中终止所有会话，并且不要向您的账户转入资金。',
      ]
    case 'passkeyAdded':
      return [
        '您的 Vest 账户已添加通行密钥',
        '今后可用它登录，无需验证码。',
        '如非本人操作，请在“会话与设备”中将其移除，并终止所有会话。',
      ]
    case 'passkeyRemoved':
      return [
        '您的 Vest 账户已移除通行密钥',
        '它不再能用于登录。',
        '如非本人操作，请立即在“会话与设备”中终止所有会话。',
      ]
    case 'keyExported':
      return [
        '您的 Vest 密钥已被显示',
        '您钱包的密钥已在浏览器中显示。得到该密钥的人可以转走您的资金；Vest 无法收回密钥。',
        '如非本人操作，请立即将资金转往其他钱包。',
      ]
    case 'copiedToken':
      return [
        'Vest 登录已结束',
        `您的一个登录会话已被终止，因为其已失效的密钥被再次使用（${letter.browser}），该密钥可能已被复制。`,
        '此密钥无法转移您的资金。请重新登录；如发现陌生的登录，请全部终止。',
      ]
    default:
      return capitalWordsZh(letter)
  }
}

/** `25.000000` is 25.00, `0.123400` is 0.1234. */
const amount = (decimal: string): string => decimal.replace(/(\.\d{2}\d*?)0+$/, '$1')
const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`

const PLACE: Readonly<Record<MailLanguage, (letter: Letter) => string>> = {
  en: ({ timeMs, network }) =>
    network === '' ? `At ${timeText(timeMs)}.` : `At ${timeText(timeMs)}, from the network ${network}.`,
  zh: ({ timeMs, network }) =>
    network === '' ? `时间 ${timeText(timeMs)}。` : `时间 ${timeText(timeMs)}，网络 ${network}。`,
}

export function letterMail(to: string, language: MailLanguage, letter: Letter): Mail {
  const [subject, what, ...advice] = (language === 'zh' ? ZH : EN)(letter)
  return { to, subject, text: [what, PLACE[language](letter), '', ...advice].join('\n') }
}
