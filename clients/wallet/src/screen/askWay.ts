/** One of several ways, by a press on it: how a wallet is to be found again, or how the person proves who they are. */
import type { ProofWay, Questions } from '../wallet/personQuestion.ts'
import { element, icon, KEY, LETTER, PAGE, PRINT, WARNING } from './element.ts'
import { openCard } from './openCard.ts'
import type { Screen } from './screen.ts'
import type { Texts } from './texts.ts'

const ICONS: Readonly<Record<ProofWay, readonly string[]>> = {
  passkey: PRINT,
  passphrase: KEY,
  file: PAGE,
  code: LETTER,
}

export const askWayOn =
  (screen: Screen): Questions['way'] =>
  (purpose, ways) =>
    new Promise((resolve) => {
      const texts = screen.texts()
      const end = (way: ProofWay | undefined): void => {
        opened.end()
        resolve(way)
      }
      const rows = ways.map((way) => {
        const [title, text] = wordsOf(way, texts)
        const row = element(
          'button',
          { type: 'button', class: 'way' },
          icon(20, ICONS[way]),
          element('span', {}, element('b', {}, title), element('span', {}, text)),
        )
        // Made by a script, of whatever origin.
        row.addEventListener('click', (event) => event.isTrusted && end(way))
        return row
      })
      const later = element('button', { type: 'button', class: 'button line whole' }, texts.notNow)
      later.addEventListener('click', () => end(undefined))
      const [title, lead] = {
        save: [texts.saveTitle, texts.saveText],
        open: [texts.openTitle, texts.openWayText],
        passkey: [texts.passkeyTitle, texts.passkeyLead],
        export: [texts.exportTitle, texts.exportText],
      }[purpose]
      const opened = openCard(
        screen,
        { texts, title: title!, closeLabel: texts.back, onLeave: () => end(undefined) },
        purpose === 'export' ? danger(texts) : undefined,
        element('p', { class: 'lead' }, lead),
        ...rows,
        element('p', { class: 'caption' }, purpose === 'export' ? texts.exportCaption : texts.neverSeen),
        element('div', { class: 'buttons one' }, later),
      )
      rows[0]?.focus()
    })

function danger(texts: Texts): HTMLElement {
  return element(
    'section',
    { class: 'note danger' },
    icon(16, WARNING),
    element('p', {}, element('b', {}, texts.exportWarning), texts.exportWarningText),
  )
}

function wordsOf(way: ProofWay, texts: Texts): readonly [string, string] {
  switch (way) {
    case 'passkey':
      return [texts.passkey, texts.passkeyText]
    case 'passphrase':
      return [texts.passphrase, texts.passphraseRow]
    case 'file':
      return [texts.file, texts.fileRow]
    case 'code':
      return [texts.codeAndPassphrase, texts.codeRow]
  }
}
