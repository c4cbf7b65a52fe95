/**
 * A question that is answered by a press: reject is first in order and takes the focus; approve waits for full sight and
 * never answers to Enter.
 */
import { cardOf } from './card.ts'
import { element } from './element.ts'
import { canTellSight, watchFullSight } from './fullSight.ts'
import type { Screen } from './screen.ts'
import type { Texts } from './texts.ts'

export interface PressQuestion {
  readonly title: string
  /** Whose wallet it is, shortened. */
  readonly account: string
  readonly body: readonly (Node | undefined)[]
}

export function askPress(screen: Screen, { title, account, body }: PressQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const texts = screen.texts()
    const reject = element('button', { type: 'button', class: 'button line' }, texts.reject)
    const approve = element('button', { type: 'button', class: 'button ink', disabled: '' }, texts.approve)
    const buttons = element('div', { class: 'buttons' }, reject, approve)
    const covered = element('p', { class: 'covered', role: 'status' })
    const { card, close } = cardOf(
      { texts, title, account, closeLabel: texts.close },
      ...body,
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
