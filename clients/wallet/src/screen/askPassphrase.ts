/**
 * Where a passphrase is chosen, or entered. It is typed here and nowhere else; what is wrong is said under the field, and
 * the question stays until it is right or the person goes away.
 */
import { PASSPHRASE_CHARACTERS_MIN } from '../keys/passphrase.ts'
import type { AskPassphrase } from '../wallet/recovery.ts'
import { cardOf } from './card.ts'
import { element } from './element.ts'
import type { Screen } from './screen.ts'

export function askPassphraseOn(screen: Screen): AskPassphrase {
  return (purpose, use) =>
    new Promise((resolve, reject) => {
      const texts = screen.texts()
      const isNew = purpose === 'save'
      const passphrase = field('passphrase', isNew ? 'new-password' : 'current-password')
      const again = isNew ? field('again', 'new-password') : undefined
      const said = element('p', { class: 'wrong', role: 'alert', id: 'wrong' })
      const back = element('button', { type: 'button', class: 'button line' }, texts.back)
      const go = element(
        'button',
        { type: 'button', class: 'button ink' },
        isNew ? texts.save : texts.recover,
      )
      // No form: the sandbox of this frame lets none be submitted.
      const form = element(
        'div',
        { class: 'form' },
        element('label', { for: 'passphrase', class: 'label' }, texts.passphrase),
        passphrase,
        again && element('label', { for: 'again', class: 'label' }, texts.onceMore),
        again,
        said,
        element('p', { class: 'caption' }, isNew ? texts.keepIt : texts.nobodyElse),
        element('div', { class: 'buttons' }, back, go),
      )
      const { card, close } = cardOf(
        { texts, title: isNew ? texts.saveTitle : texts.openTitle, closeLabel: texts.back },
        element('p', { class: 'lead' }, isNew ? texts.saveText : texts.openText),
        form,
      )
      const sized = new ResizeObserver(() => screen.show(card.offsetHeight))
      const end = (): void => {
        sized.disconnect()
        document.removeEventListener('keydown', onKey)
        // What was typed goes with its fields.
        for (const typed of [passphrase, again]) if (typed !== undefined) typed.value = ''
        card.remove()
        screen.hide()
      }
      const leave = (): void => {
        end()
        resolve(false)
      }
      const onKey = (event: KeyboardEvent): void => {
        if (event.key === 'Escape' && !go.disabled) leave()
      }
      const say = (text: string): void => {
        said.textContent = text
        passphrase.setAttribute('aria-invalid', String(text !== ''))
      }
      const submit = async (): Promise<void> => {
        const typed = passphrase.value
        if (isNew && typed.trim().length < PASSPHRASE_CHARACTERS_MIN) return say(texts.tooShort)
        if (again !== undefined && again.value !== typed) return say(texts.notTheSame)
        say('')
        go.disabled = true
        go.textContent = texts.working
        try {
          if ((await use(typed)) === undefined) {
            end()
            return resolve(true)
          }
          say(texts.wrongPassphrase)
          go.disabled = false
          go.textContent = texts.recover
          passphrase.focus()
        } catch (error) {
          end()
          reject(error as Error)
        }
      }
      go.addEventListener('click', () => void submit())
      form.addEventListener('keydown', ({ key, target }) => {
        if (key === 'Enter' && target instanceof HTMLInputElement && !go.disabled) void submit()
      })
      document.addEventListener('keydown', onKey)
      for (const button of [back, close]) button.addEventListener('click', () => !go.disabled && leave())
      document.body.replaceChildren(card)
      sized.observe(card)
      screen.show(card.offsetHeight)
      passphrase.focus()
    })
}

const field = (id: string, autocomplete: string): HTMLInputElement =>
  element('input', {
    ...{ id, type: 'password', autocomplete, class: 'field', spellcheck: 'false', maxlength: '200' },
    'aria-describedby': 'wrong',
  })
