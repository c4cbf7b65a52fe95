/** What is asked before money leaves: everything on it is read from what will be signed. */
import type {
  AddressBookQuestion,
  PartsQuestion,
  PersonQuestion,
  ProfitQuestion,
  WithdrawalQuestion,
} from '../wallet/personQuestion.ts'
import { askPress, type PressQuestion } from './askPress.ts'
import { element, icon, WARNING } from './element.ts'
import { firstTime, recipientWell, row, shortened } from './recipient.ts'
import type { Screen } from './screen.ts'
import type { Language, Texts } from './texts.ts'

const USDC_UNIT = 1_000_000
const CENTS = 10_000
/** The vault pays so long after the signed time. */
const VOID_AFTER_MS = 7 * 86_400_000

export const askPersonOn =
  (screen: Screen) =>
  (question: PersonQuestion): Promise<boolean> =>
    askPress(screen, pressQuestion(question, screen))

function pressQuestion(question: PersonQuestion, screen: Screen): PressQuestion {
  const texts = screen.texts()
  switch (question.kind) {
    case 'withdrawal':
      return withdrawalQuestion(question, texts, screen.language())
    case 'profit':
      return profitQuestion(question, texts)
    case 'addressBook':
      return addressBookQuestion(question, texts)
    case 'message':
      return {
        title: texts.message,
        account: shortened(question.account),
        body: [
          element('p', { class: 'lead' }, texts.messageText),
          element('pre', { class: 'well message' }, question.message),
        ],
      }
    case 'rotate':
    case 'removeWay':
    case 'removePasskey':
    case 'renew':
      return partsQuestion(question, texts)
  }
}

function partsQuestion({ kind, account, method }: PartsQuestion, texts: Texts): PressQuestion {
  const title = {
    rotate: texts.rotateTitle,
    removeWay: texts.removeWayTitle,
    removePasskey: texts.removePasskeyTitle,
    renew: texts.renewTitle,
  }[kind]
  return {
    title,
    account: shortened(account),
    body: [
      method && element('p', { class: 'under' }, element('b', {}, texts[method])),
      kind === 'renew' ? warningNote(texts.renewText) : undefined,
      kind === 'renew'
        ? undefined
        : element('p', { class: 'lead' }, kind === 'rotate' ? texts.rotateText : texts.removeText),
      kind === 'rotate'
        ? undefined
        : element('p', { class: 'caption' }, kind === 'renew' ? texts.renewCaption : texts.lastWay),
    ],
  }
}

function withdrawalQuestion(question: WithdrawalQuestion, texts: Texts, language: Language): PressQuestion {
  const { action, recipientIs, chainName } = question
  const label = recipientIs === 'own' ? texts.ownAddress : recipientIs === 'known' ? texts.knownAddress : ''
  return {
    title: texts.withdrawal,
    account: shortened(action.account),
    body: [
      amount(action.size),
      element('p', { class: 'under' }, `${texts.leavesFor} `, element('b', {}, chainName)),
      recipientWell(question.recipient, label, texts),
      recipientIs === 'new' ? firstTime(texts) : undefined,
      element(
        'dl',
        {},
        row(texts.from, shortened(action.account)),
        row(texts.voidAfter, timeText(action.time + VOID_AFTER_MS, language)),
      ),
      signedText(question, texts),
      element('p', { class: 'caption' }, texts.feeIncluded),
    ],
  }
}

function addressBookQuestion(question: AddressBookQuestion, texts: Texts): PressQuestion {
  const { account, change, recipient, chainName, label, days } = question
  const { title, text } = texts.addressBook[change]
  return {
    title,
    account: shortened(account),
    body: [
      label === '' ? undefined : element('p', { class: 'amount' }, label),
      change === 'LOCK' ? element('p', { class: 'amount' }, texts.lockDays(days)) : undefined,
      element('p', { class: 'lead' }, text),
      recipient === '' ? undefined : recipientWell(recipient, chainName ?? texts.everyEvmNetwork, texts),
      change === 'SAVE'
        ? firstTime(texts, recipient.startsWith('0x') ? texts.compare : texts.compareSolana)
        : undefined,
    ],
  }
}

function profitQuestion({ account, recipient, size }: ProfitQuestion, texts: Texts): PressQuestion {
  return {
    title: texts.profit,
    account: shortened(recipient),
    body: [
      amount(size),
      element('p', { class: 'under' }, texts.leavesFunded),
      recipientWell(recipient, texts.primaryAddress, texts),
      element('dl', {}, row(texts.from, shortened(account))),
      element('p', { class: 'caption' }, texts.shareArrives),
    ],
  }
}

const amount = (size: number): HTMLElement => element('p', { class: 'amount' }, `${usdcText(size)} USDC`)

const warningNote = (text: string): HTMLElement =>
  element('section', { class: 'note danger' }, icon(16, WARNING), element('p', {}, text))

function signedText({ action, hash }: WithdrawalQuestion, texts: Texts): HTMLElement {
  const { kind: _kind, ...fields } = action
  return element(
    'details',
    {},
    element('summary', {}, texts.whatIsSigned),
    element(
      'dl',
      { class: 'signed' },
      ...Object.entries({ ...fields, keccak256: hash }).map(([name, value]) => row(name, String(value))),
    ),
  )
}

/** To the cent where that is all of it, else every digit. */
function usdcText(size: number): string {
  const digits = size % CENTS === 0 ? 2 : 6
  const whole = Math.floor(size / USDC_UNIT)
  const part = String(size % USDC_UNIT)
    .padStart(6, '0')
    .slice(0, digits)
  return `${whole.toLocaleString('en-US')}.${part}`
}

const timeText = (timeMs: number, language: Language): string =>
  new Date(timeMs).toLocaleString(language === 'zh' ? 'zh-CN' : 'en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
