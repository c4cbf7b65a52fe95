/** A card in the frame from its showing to its end: as high as it is, with its way out by button, cross and Escape. */
import { cardOf, type CardOptions } from './card.ts'
import type { Screen } from './screen.ts'

export interface OpenCard {
  readonly card: HTMLElement
  readonly close: HTMLButtonElement
  /** Takes it away; what was typed goes with its fields. */
  end(): void
}

export function openCard(
  screen: Screen,
  options: CardOptions & { readonly onLeave: () => void },
  ...body: readonly (Node | undefined)[]
): OpenCard {
  const { card, close } = cardOf(options, ...body)
  const sized = new ResizeObserver(() => screen.show(card.offsetHeight))
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') options.onLeave()
  }
  document.addEventListener('keydown', onKey)
  close.addEventListener('click', options.onLeave)
  document.body.replaceChildren(card)
  sized.observe(card)
  screen.show(card.offsetHeight)
  return {
    card,
    close,
    end() {
      sized.disconnect()
      document.removeEventListener('keydown', onKey)
      for (const typed of card.querySelectorAll('input')) typed.value = ''
      card.remove()
      screen.hide()
    },
  }
}
