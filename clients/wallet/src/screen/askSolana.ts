/**
 * A transaction of Solana before it is approved ([2.38]): that it is being read, then what it does, rendered from its own
 * bytes. Where there is nothing to approve (it cannot be read, the chain would refuse it, money is missing) there is no
 * button that does.
 */
import type { SolanaApproval, ReadApproval } from '@vest/sdk'
import {
  formatBaseUnits,
  type SolanaAmount,
  type SolanaInstruction,
  type UnknownTransaction,
} from '@vest/protocol'
import type { Questions, ShownApproval } from '../wallet/personQuestion.ts'
import { askPress } from './askPress.ts'
import { element, icon, WARNING } from './element.ts'
import { openCard } from './openCard.ts'
import { firstTime, recipientWell, row, shortened } from './recipient.ts'
import type { Screen } from './screen.ts'
import type { Texts } from './texts.ts'

type Answer = 'approve' | 'reject' | 'addFunds'

export const askSolanaOn =
  (screen: Screen): Questions['solana'] =>
  async ({ account, reading }) => {
    const title = screen.texts().transaction
    const shown = await readingShown(screen, { title, account }, reading)
    if (shown === 'left') return 'reject'
    const { approval } = shown
    const texts = screen.texts()
    if (approval.kind === 'described' && approval.fault === undefined) {
      const isApproved = await askPress(screen, {
        title,
        account: shortened(account),
        body: [
          element('p', { class: 'lead' }, texts.transactionText),
          ...transactionBody(approval, shown, texts),
        ],
      })
      return isApproved ? 'approve' : 'reject'
    }
    return askWithoutApprove(screen, account, bodyWithoutApprove(approval, shown, texts))
  }

/** Until it is read; `left`: the person went away before. */
function readingShown(
  screen: Screen,
  { title, account }: { readonly title: string; readonly account: string },
  reading: Promise<ShownApproval>,
): Promise<ShownApproval | 'left'> {
  return new Promise((resolve, reject) => {
    const texts = screen.texts()
    const leave = element('button', { type: 'button', class: 'button line' }, texts.reject)
    const approve = element('button', { type: 'button', class: 'button ink', disabled: '' }, texts.approve)
    const bone = (): HTMLElement => element('div', { class: 'well bone', 'aria-hidden': 'true' })
    const opened = openCard(
      screen,
      { texts, title, account: shortened(account), closeLabel: texts.close, onLeave: () => end('left') },
      element('p', { class: 'lead' }, texts.transactionText),
      element('div', { 'aria-busy': 'true' }, bone(), bone()),
      element('p', { class: 'covered', role: 'status' }, texts.reading),
      element('div', { class: 'buttons' }, leave, approve),
    )
    const end = (shown: ShownApproval | 'left'): void => {
      opened.end()
      resolve(shown)
    }
    leave.addEventListener('click', () => end('left'))
    leave.focus()
    reading.then(end, (error: unknown) => {
      opened.end()
      reject(error as Error)
    })
  })
}

interface BodyWithoutApprove {
  readonly body: readonly (Node | undefined)[]
  readonly canAddFunds: boolean
}

function bodyWithoutApprove(
  approval: SolanaApproval,
  shown: ShownApproval,
  texts: Texts,
): BodyWithoutApprove {
  if (approval.kind === 'unknown')
    return {
      canAddFunds: false,
      body: [danger(texts.unsupported, texts.unsupportedText), stepsWell(approval, texts)],
    }
  if (approval.fault === 'funds')
    return {
      canAddFunds: true,
      body: [
        element('p', { class: 'lead' }, texts.transactionText),
        ...transactionBody(approval, shown, texts),
        element('p', { class: 'caption' }, texts.nothingSent),
      ],
    }
  return {
    canAddFunds: false,
    body: [
      danger(texts.notSent, approval.fault === 'expired' ? texts.expired : texts.fails),
      ...transactionBody(approval, shown, texts),
    ],
  }
}

function askWithoutApprove(
  screen: Screen,
  account: string,
  { body, canAddFunds }: BodyWithoutApprove,
): Promise<Answer> {
  return new Promise((resolve) => {
    const texts = screen.texts()
    const end = (answer: Answer): void => {
      opened.end()
      resolve(answer)
    }
    const leave = element(
      'button',
      { type: 'button', class: 'button line' },
      canAddFunds ? texts.reject : texts.closeIt,
    )
    const add = canAddFunds
      ? element('button', { type: 'button', class: 'button ink' }, texts.addFunds)
      : undefined
    const opened = openCard(
      screen,
      {
        texts,
        title: texts.transaction,
        account: shortened(account),
        closeLabel: texts.close,
        onLeave: () => end('reject'),
      },
      ...body,
      element('p', { class: 'covered' }),
      element('div', { class: canAddFunds ? 'buttons' : 'buttons one' }, leave, add),
    )
    leave.addEventListener('click', () => end('reject'))
    add?.addEventListener('click', (event) => event.isTrusted && end('addFunds'))
    leave.focus()
  })
}

function transactionBody(
  approval: ReadApproval,
  { recipientIs, isOwnMemo }: ShownApproval,
  texts: Texts,
): readonly (Node | undefined)[] {
  const { sends, swap, memos, feeLamports, rentLamports, balances, missing } = approval
  const labels = {
    deposit: texts.vestDeposit,
    own: texts.ownAddress,
    known: texts.knownAddress,
    new: '',
  }
  const sol = (amount: bigint): string => amountText({ token: 'SOL', mint: undefined, decimals: 9, amount })
  // What pays only the fee needs no line of its own, unless it does not suffice.
  const shownBalances = balances.length > 1 ? balances.slice(1) : balances
  return [
    ...(sends.length === 0 ? [] : [element('p', { class: 'label total' }, texts.total)]),
    ...sends.flatMap((send) => [
      element('p', { class: 'amount' }, amountText(send)),
      recipientWell(send.to, labels[recipientIs(send.to)], texts),
    ]),
    swap &&
      element(
        'section',
        { class: 'well swap' },
        element('p', { class: 'label' }, swap.isExact === 'pays' ? texts.youPay : texts.youPayAtMost),
        element('p', { class: 'pays' }, amountText(swap.pays)),
        element('p', { class: 'label' }, swap.isExact === 'gets' ? texts.youGet : texts.youGetAtLeast),
        element('p', { class: 'pays' }, amountText(swap.gets)),
      ),
    sends.some(({ to }) => recipientIs(to) === 'new') ? firstTime(texts, texts.compareSolana) : undefined,
    element(
      'dl',
      {},
      row(texts.network, 'Solana'),
      swap && row(texts.through, `${PROTOCOLS[swap.through]}, ${poolsText(swap.pools, texts)}`),
      ...memos.map((memo) =>
        row(texts.memo, isOwnMemo(memo) ? `${shortened(memo)} ${texts.yourAccount}` : memo),
      ),
      row(texts.networkFee, sol(feeLamports)),
      rentLamports > 0n ? row(texts.rent, sol(rentLamports)) : undefined,
      ...shownBalances.map((balance) =>
        row(
          texts.balance,
          balance.leaves > balance.before
            ? amountText({ ...balance, amount: balance.before })
            : `${numberText({ ...balance, amount: balance.before })} → ${amountText({ ...balance, amount: balance.before - balance.leaves })}`,
        ),
      ),
      ...missing.map((each) => missingRow(texts.missing, amountText(each))),
    ),
  ]
}

function missingRow(name: string, value: string): HTMLElement {
  const made = row(name, value)
  made.classList.add('missing')
  return made
}

const PROTOCOLS = { raydium: 'Raydium', jupiter: 'Jupiter' } as const
const poolsText = (count: number, texts: Texts): string =>
  count === 1 ? texts.onePool : texts.pools.replace('{{count}}', String(count))

const numberText = ({ amount, decimals }: Pick<SolanaAmount, 'amount' | 'decimals'>): string =>
  formatBaseUnits(amount, decimals)
/** A token that is not known by name shows its address: any issuer can take any name. */
const amountText = ({ token, mint, ...number }: SolanaAmount): string =>
  `${numberText(number)} ${token ?? shortened(mint ?? '')}`

function stepsWell({ instructions }: UnknownTransaction, texts: Texts): HTMLElement | undefined {
  if (instructions.length === 0) return undefined
  const unknown = instructions.filter(({ kind }) => kind === 'unknown').length
  return element(
    'dl',
    {},
    row(texts.network, 'Solana'),
    row(
      texts.steps,
      texts.stepsUnknown
        .replace('{{count}}', String(instructions.length))
        .replace('{{unknown}}', String(unknown)),
    ),
    ...instructions.map((each, at) => {
      const made = row(
        `${at + 1} ${each.kind === 'unknown' ? shortened(each.program) : stepName(each, texts)}`,
        each.kind === 'unknown' ? texts.unknownProgram : texts.read,
      )
      if (each.kind === 'unknown') made.classList.add('wrong')
      return made
    }),
  )
}

function stepName({ kind }: Exclude<SolanaInstruction, { kind: 'unknown' }>, texts: Texts): string {
  const names = texts.stepNames
  switch (kind) {
    case 'unitLimit':
    case 'unitPrice':
    case 'heapBytes':
    case 'loadedBytes':
      return names.budget
    default:
      return names[kind]
  }
}

const danger = (title: string, text: string): HTMLElement =>
  element(
    'section',
    { class: 'note danger', role: 'alert' },
    icon(16, WARNING),
    element('p', {}, element('b', {}, title), text),
  )
