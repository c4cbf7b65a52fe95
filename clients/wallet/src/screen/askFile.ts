/** The file of a way back in: handed over until the person says that it is stored, or taken from them. */
import { RECOVERY_FILE_BYTES_MAX, RECOVERY_FILE_NAME } from '../keys/recoveryFile.ts'
import type { Questions } from '../wallet/personQuestion.ts'
import { element } from './element.ts'
import { openCard } from './openCard.ts'
import type { Screen } from './screen.ts'

export const askFileOn =
  (screen: Screen): Questions['file'] =>
  (purpose, text, use) =>
    new Promise((resolve, reject) => {
      const texts = screen.texts()
      const isNew = purpose === 'save'
      const said = element('p', { class: 'wrong', role: 'alert' })
      const back = element('button', { type: 'button', class: 'button line' }, texts.back)
      const go = element(
        'button',
        { type: 'button', class: 'button ink', disabled: '' },
        isNew ? texts.stored : texts.recover,
      )
      const chosen = element('input', { type: 'file', accept: '.json', id: 'file', class: 'field file' })
      const download = element('button', { type: 'button', class: 'button line whole' }, texts.download)
      let held = isNew ? text : undefined
      let isWorking = false
      const leave = (): void => {
        if (isWorking) return
        opened.end()
        resolve(false)
      }
      const opened = openCard(
        screen,
        { texts, title: texts.file, closeLabel: texts.back, onLeave: leave },
        element('p', { class: 'lead' }, isNew ? texts.fileText : texts.fileOpenText),
        element(
          'div',
          { class: 'form' },
          isNew ? download : element('label', { for: 'file', class: 'label' }, texts.file),
          isNew ? undefined : chosen,
          said,
          element('p', { class: 'caption' }, isNew ? texts.fileCaption : texts.onlyWithIt),
          element('div', { class: 'buttons' }, back, go),
        ),
      )
      download.addEventListener('click', () => {
        handOver(text)
        go.disabled = false
      })
      chosen.addEventListener('change', () => {
        const file = chosen.files?.[0]
        if (file === undefined || file.size > RECOVERY_FILE_BYTES_MAX) {
          said.textContent = file === undefined ? '' : texts.wrongFile
          return
        }
        void file.text().then((read) => {
          held = read
          go.disabled = false
          said.textContent = ''
        })
      })
      const submit = async (): Promise<void> => {
        if (held === undefined) return
        isWorking = true
        go.disabled = true
        try {
          if ((await use(held)) === undefined) {
            opened.end()
            return resolve(true)
          }
          said.textContent = texts.wrongFile
          isWorking = false
        } catch (error) {
          opened.end()
          reject(error as Error)
        }
      }
      go.addEventListener('click', () => void submit())
      back.addEventListener('click', leave)
      ;(isNew ? download : chosen).focus()
    })

function handOver(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  element('a', { href: address, download: RECOVERY_FILE_NAME }).click()
  URL.revokeObjectURL(address)
}
