/**
 * Where a passphrase is chosen or entered, and the digits of a mail. They are typed here and nowhere else; what is wrong is
 * said under the field, and the question stays until it is right or the person goes away.
 */
import { PASSPHRASE_CHARACTERS_MIN } from '../keys/passphrase.ts'
import type { Questions } from '../wallet/personQuestion.ts'
import { element } from './element.ts'
import { openCard } from './openCard.ts'
import type { Screen } from './screen.ts'

interface Form {
  readonly title: string
  readonly lead: string
  readonly label: string
  readonly caption: string
  readonly submit: string
  readonly wrong: string
  readonly field: Readonly<Record<string, string>>
  /** The same once more: its label. */
  readonly again?: string
  /** What is wrong before it is tried. */
  readonly check?: (typed: string) => string | undefined
}
type Use = (typed: string) => Promise<'wrong' | undefined>

export const askPassphraseOn =
  (screen: Screen): Questions['passphrase'] =>
  (purpose, use) => {
    const texts = screen.texts()
    const isNew = purpose === 'save'
    return askTyped(
      screen,
      {
        title: isNew ? texts.passphrase : texts.openTitle,
        lead: isNew ? texts.passphraseText : texts.openText,
        label: texts.passphrase,
        caption: isNew ? texts.keepIt : texts.onlyWithIt,
        submit: isNew ? texts.save : texts.goOn,
        wrong: texts.wrongPassphrase,
        field: {
          type: 'password',
          autocomplete: isNew ? 'new-password' : 'current-password',
          maxlength: '200',
        },
        ...(isNew
          ? {
              again: texts.onceMore,
              check: (typed: string) =>
                typed.trim().length < PASSPHRASE_CHARACTERS_MIN ? texts.tooShort : undefined,
            }
          : {}),
      },
      use,
    )
  }

export const askCodeOn =
  (screen: Screen): Questions['code'] =>
  (email, use) => {
    const texts = screen.texts()
    const form: Form = {
      title: texts.codeTitle,
      lead: texts.codeText.replace('{{email}}', email),
      label: texts.code,
      caption: texts.codeCaption,
      submit: texts.goOn,
      wrong: texts.wrongCode,
      field: { type: 'text', inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: '20' },
      check: (typed) => (/^\s*(\d\s*){6}$/.test(typed) ? undefined : texts.wrongCode),
    }
    return askTyped(screen, form, use)
  }

function askTyped(screen: Screen, form: Form, use: Use): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const texts = screen.texts()
    const typed = field('typed', form.field)
    const again = form.again === undefined ? undefined : field('again', form.field)
    const said = element('p', { class: 'wrong', role: 'alert', id: 'wrong' })
    const back = element('button', { type: 'button', class: 'button line' }, texts.back)
    const go = element('button', { type: 'button', class: 'button ink' }, form.submit)
    // No form: the sandbox of this frame lets none be submitted.
    const fields = element(
      'div',
      { class: 'form' },
      element('label', { for: 'typed', class: 'label' }, form.label),
      typed,
      again && element('label', { for: 'again', class: 'label' }, form.again),
      again,
      said,
      element('p', { class: 'caption' }, form.caption),
      element('div', { class: 'buttons' }, back, go),
    )
    const leave = (): void => {
      if (go.disabled) return
      opened.end()
      resolve(false)
    }
    const opened = openCard(
      screen,
      { texts, title: form.title, closeLabel: texts.back, onLeave: leave },
      element('p', { class: 'lead' }, form.lead),
      fields,
    )
    const say = (text: string): void => {
      said.textContent = text
      typed.setAttribute('aria-invalid', String(text !== ''))
    }
    const submit = async (): Promise<void> => {
      const text = typed.value
      const refused = form.check?.(text)
      if (refused !== undefined) return say(refused)
      if (again !== undefined && again.value !== text) return say(texts.notTheSame)
      say('')
      go.disabled = true
      go.textContent = texts.working
      try {
        if ((await use(text)) === undefined) {
          opened.end()
          return resolve(true)
        }
        say(form.wrong)
        go.disabled = false
        go.textContent = form.submit
        typed.focus()
      } catch (error) {
        opened.end()
        reject(error as Error)
      }
    }
    go.addEventListener('click', () => void submit())
    fields.addEventListener('keydown', ({ key, target }) => {
      if (key === 'Enter' && target instanceof HTMLInputElement && !go.disabled) void submit()
    })
    back.addEventListener('click', leave)
    typed.focus()
  })
}

const field = (id: string, attributes: Readonly<Record<string, string>>): HTMLInputElement =>
  element('input', { id, ...attributes, class: 'field', spellcheck: 'false', 'aria-describedby': 'wrong' })
