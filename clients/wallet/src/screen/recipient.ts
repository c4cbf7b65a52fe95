/** For whom money leaves: every letter of the address, in groups that can be compared, and what is known of it. */
import type { Address } from '@vest/protocol'
import { shownEvmAddress } from '../wallet/evmAddressForm.ts'
import { element, icon, WARNING } from './element.ts'
import type { Texts } from './texts.ts'

export function recipientWell(recipient: string, label: string, texts: Texts): HTMLElement {
  const isEvm = recipient.startsWith('0x')
  const address = isEvm ? shownEvmAddress(recipient as Address) : recipient
  const groups = (isEvm ? address.slice(2) : address).match(/.{1,4}/g) ?? []
  return element(
    'section',
    { class: 'well' },
    element('p', { class: 'label' }, element('span', {}, texts.to), element('span', {}, label)),
    element(
      'p',
      { class: isEvm ? 'groups' : 'groups solana', role: 'img', 'aria-label': address },
      ...(isEvm ? evmRows(groups) : groups.map(groupOf)),
    ),
  )
}

const groupOf = (group: string): HTMLElement => element('span', {}, group)
/** Ten groups in two rows, the first behind 0x. */
const evmRows = (groups: readonly string[]): readonly HTMLElement[] => [
  element('i', {}, '0x'),
  ...groups.slice(0, 5).map(groupOf),
  element('i', {}),
  ...groups.slice(5).map(groupOf),
]

export const firstTime = (texts: Texts, compare = texts.compare): HTMLElement =>
  element(
    'section',
    { class: 'note' },
    icon(16, WARNING),
    element('p', {}, element('b', {}, texts.firstTime), compare),
  )

export const row = (name: string, value: string): HTMLElement =>
  element('div', {}, element('dt', {}, name), element('dd', {}, value))

export const shortened = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
