/**
 * The question before a withdrawal: everything on it is read from the object that will be signed. Reject is first in
 * order and takes the focus; Approve waits for full sight and never answers to Enter.
 */
import { type Address } from '@vest/protocol'
import { shownEvmAddress } from '../wallet/evmAddressForm.ts'
import type { WithdrawalQuestion } from '../wallet/withdrawals.ts'
import { cardOf } from './card.ts'
import { element, icon, WARNING } from './element.ts'
import { canTellSight, watchFullSight } from './fullSight.ts'
import type { Screen } from './screen.ts'
import type { Language, Texts } from './texts.ts'

const USDC_UNIT = 1_000_000
const CENTS = 10_000
/** The vault pays so long after the signed time. */
const VOID_AFTER_MS = 7 * 86_400_000

export function askWithdrawal(screen: Screen, question: WithdrawalQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const texts = screen.texts()
    const { action } = question
    const reject = element('button', { type: 'button', class: 'button line' }, texts.reject)
    const approve = element('button', { type: 'button', class: 'button ink', disabled: '' }, texts.approve)
    const buttons = element('div', { class: 'buttons' }, reject, approve)
    const covered = element('p', { class: 'covered', role: 'status' })
    const { card, close } = cardOf(
      { texts, title: texts.withdrawal, account: shortened(action.account), closeLabel: texts.close },
      element('p', { class: 'amount' }, `${usdcText(action.size)} USDC`),
      element('p', { class: 'under' }, `${texts.leavesFor} `, element('b', {}, question.chainName)),
      recipientWell(question, texts),
      question.recipientIs === 'new' ? firstTime(texts) : undefined,
      element(
        'dl',
        {},
        row(texts.from, shortened(action.account)),
        row(texts.voidAfter, timeText(action.time + VOID_AFTER_MS, screen.language())),
      ),
      signedText(question, texts),
      element('p', { class: 'caption' }, texts.feeIncluded),
      covered,
      buttons,
    )

    const stop = canTellSight()
      ? watchFullSight(card, (isInSight) => {
          approve.disabled = !isInSight
          covered.textContent = isInSight ? '' : texts.covered
        })
      : openWithoutSight(approve)
    // It is read in another width than it was made in, and may be opened further.
    const sized = new ResizeObserver(() => screen.show(card.offsetHeight))
    const end = (isApproved: boolean): void => {
      stop()
      sized.disconnect()
      document.removeEventListener('keydown', onKey)
      card.remove()
      screen.hide()
      resolve(isApproved)
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') end(false)
      // A key that was meant for the page, or held down, approves nothing.
      if (event.key === 'Enter' && event.target === approve) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    reject.addEventListener('click', () => end(false))
    close.addEventListener('click', () => end(false))
    approve.addEventListener('click', (event) => {
      // Made by a script, of whatever origin.
      if (!event.isTrusted) return
      if (canTellSight()) end(true)
      else pressAgain(buttons, approve, texts, () => end(true))
    })
    document.body.replaceChildren(card)
    sized.observe(card)
    screen.show(card.offsetHeight)
    reject.focus()
  })
}

function openWithoutSight(approve: HTMLButtonElement): () => void {
  approve.disabled = false
  return () => undefined
}

/** The second press, at a place that no page can foresee. */
function pressAgain(
  buttons: HTMLElement,
  approve: HTMLButtonElement,
  texts: Texts,
  onPress: () => void,
): void {
  const again = element('button', { type: 'button', class: 'button ink again' }, texts.approveHere)
  const [place = 0] = crypto.getRandomValues(new Uint8Array(1))
  again.classList.add(`place-${place % 4}`)
  again.addEventListener('click', (event) => event.isTrusted && onPress())
  approve.disabled = true
  buttons.before(again)
}

function recipientWell({ action, recipientIs }: WithdrawalQuestion, texts: Texts): HTMLElement {
  const address = shownEvmAddress(action.recipient as Address)
  const groups = address.slice(2).match(/.{4}/g) ?? []
  return element(
    'section',
    { class: 'well' },
    element(
      'p',
      { class: 'label' },
      element('span', {}, texts.to),
      element(
        'span',
        {},
        recipientIs === 'own' ? texts.ownAddress : recipientIs === 'known' ? texts.knownAddress : '',
      ),
    ),
    element(
      'p',
      { class: 'groups', role: 'img', 'aria-label': address },
      element('i', {}, '0x'),
      ...groups.slice(0, 5).map((group) => element('span', {}, group)),
      element('i', {}),
      ...groups.slice(5).map((group) => element('span', {}, group)),
    ),
  )
}

const firstTime = (texts: Texts): HTMLElement =>
  element(
    'section',
    { class: 'note' },
    icon(16, WARNING),
    element('p', {}, element('b', {}, texts.firstTime), texts.compare),
  )

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

const row = (name: string, value: string): HTMLElement =>
  element('div', {}, element('dt', {}, name), element('dd', {}, value))

const shortened = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

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
