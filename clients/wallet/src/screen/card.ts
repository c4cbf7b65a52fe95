/** The bar that every question of the frame has, who asks and from where, and what it asks below. */
import { CLOSE, element, icon, LOCK, MARK } from './element.ts'
import type { Texts } from './texts.ts'

export interface CardOptions {
  readonly texts: Texts
  readonly title: string
  readonly closeLabel: string
  /** Whose wallet it is, shortened. */
  readonly account?: string
}

export function cardOf(
  { texts, title, closeLabel, account }: CardOptions,
  ...body: readonly (Node | undefined)[]
): { readonly card: HTMLElement; readonly close: HTMLButtonElement } {
  const close = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': closeLabel },
    icon(16, CLOSE),
  )
  const card = element(
    'main',
    { class: 'card', role: 'dialog', 'aria-labelledby': 'title' },
    element(
      'header',
      {},
      icon(18, MARK),
      element(
        'div',
        { class: 'who' },
        element('strong', {}, texts.wallet),
        element('span', {}, icon(11, LOCK), location.host),
      ),
      element('span', { class: 'account' }, account),
      close,
    ),
    element('div', { class: 'body' }, element('h1', { id: 'title' }, title), ...body),
  )
  return { card, close }
}
