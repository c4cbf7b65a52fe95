/** The keys themselves, shown while the person holds the button; gone after a minute, or when the person is done. */
import type { Questions } from '../wallet/personQuestion.ts'
import { element } from './element.ts'
import { openCard } from './openCard.ts'
import type { Screen } from './screen.ts'

export const SHOWN_MS = 60_000

export const showKeysOn =
  (screen: Screen): Questions['keys'] =>
  (keys) =>
    new Promise((resolve) => {
      const texts = screen.texts()
      const end = (): void => {
        clearTimeout(timer)
        for (const place of places) place.textContent = ''
        opened.end()
        resolve()
      }
      const rows = [
        ['EVM', keys.evm],
        ['Solana', keys.solana],
      ] as const
      const places = rows.map(() => element('p', { class: 'key' }))
      const hold = element('button', { type: 'button', class: 'button line whole' }, texts.holdToShow)
      const show = (isShown: boolean): void =>
        places.forEach((place, at) => {
          place.textContent = isShown ? rows[at]![1] : '•'.repeat(32)
        })
      show(false)
      for (const name of ['pointerdown', 'keydown'] as const)
        hold.addEventListener(name, (event) => {
          if (!event.isTrusted || (event instanceof KeyboardEvent && event.key === 'Tab')) return
          show(true)
        })
      for (const name of ['pointerup', 'pointerleave', 'keyup', 'blur'] as const)
        hold.addEventListener(name, () => show(false))
      const copy = element('button', { type: 'button', class: 'button line' }, texts.copyAnyway)
      const done = element('button', { type: 'button', class: 'button ink' }, texts.done)
      copy.addEventListener('click', (event) => {
        if (!event.isTrusted) return
        // The sandbox gives no clipboard: what is selected is copied.
        show(true)
        getSelection()?.selectAllChildren(places[0]!)
        document.execCommand('copy')
        getSelection()?.removeAllRanges()
        show(false)
        copy.textContent = texts.copied
      })
      done.addEventListener('click', end)
      const opened = openCard(
        screen,
        { texts, title: texts.keysTitle, closeLabel: texts.done, onLeave: end },
        element('p', { class: 'lead' }, texts.keysText),
        ...rows.flatMap(([name], at) => [element('p', { class: 'label' }, name), places[at]!]),
        hold,
        element('p', { class: 'caption' }, texts.copyCaption),
        element('div', { class: 'buttons' }, copy, done),
      )
      const timer = setTimeout(end, SHOWN_MS)
      hold.focus()
    })
