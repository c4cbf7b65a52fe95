/** Starts the wallet's frame: what it may sign comes from its own server, then it calls its parent. Opened by itself it does nothing. */
import './schemasWithoutCode.ts'
import { connectPage, type PageLink } from './bridge/connectPage.ts'
import { createWalletFrame } from './createWalletFrame.ts'
import { readAppearance } from './screen/appearance.ts'
import { browserPasskeys } from './passkeys/passkeyCeremony.ts'
import { askFileOn } from './screen/askFile.ts'
import { askPersonOn } from './screen/askPerson.ts'
import { askSolanaOn } from './screen/askSolana.ts'
import { askCodeOn, askPassphraseOn } from './screen/askTyped.ts'
import { askWayOn } from './screen/askWay.ts'
import type { Screen } from './screen/screen.ts'
import { showKeysOn } from './screen/showKeys.ts'
import { textsOf } from './screen/texts.ts'
import { createAskIdentity } from './session/askIdentity.ts'
import { openRecordStore } from './store/recordStore.ts'

const CALL_EVERY_MS = 1_000
/** Of `wallet.css`; one file has all weights. */
const FONT = "13px 'Instrument Sans Variable'"
const RETRY_CONFIG_MS = 2_000

if (window.parent !== window) {
  const wear = (): void => {
    const { language, theme } = readAppearance(location.hash)
    document.documentElement.lang = language
    document.documentElement.dataset.theme = theme
  }
  wear()
  window.addEventListener('hashchange', wear)
  void begin()
}

async function begin(): Promise<void> {
  const ask = createAskIdentity((url, init) => fetch(url, init))
  const config = await ask('config').catch(() => undefined)
  if (config === undefined) {
    // The page waits fifteen seconds, then says so and offers to try again.
    setTimeout(() => void begin(), RETRY_CONFIG_MS)
    return
  }
  const page: { link?: PageLink } = {}
  const language = () => readAppearance(location.hash).language
  const screen: Screen = {
    show: (heightPx) => page.link?.tell({ event: 'show', heightPx }),
    hide: () => page.link?.tell({ event: 'hide' }),
    texts: () => textsOf(language()),
    language,
  }
  const frame = createWalletFrame({
    ask,
    config,
    store: await openRecordStore(),
    tab: sessionStorage,
    nowMs: Date.now,
    alone: (name, work) => navigator.locks.request(`vest-wallet-${name}`, work),
    questions: {
      person: askPersonOn(screen),
      solana: askSolanaOn(screen),
      passphrase: askPassphraseOn(screen),
      file: askFileOn(screen),
      code: askCodeOn(screen),
      way: askWayOn(screen),
      keys: showKeysOn(screen),
    },
    ceremony: browserPasskeys,
    language,
    onSessionEnded: () => page.link?.tell({ event: 'sessionEnded' }),
  })
  // A hidden frame asks for no font: it would come under the first question, and move what is pressed there.
  void document.fonts.load(FONT)
  page.link = connectPage({
    self: window,
    parent: window.parent,
    appOrigins: parentOrigins(config.appOrigins),
    everySecond: (work) => {
      const timer = setInterval(work, CALL_EVERY_MS)
      return () => clearInterval(timer)
    },
    run: frame.run,
    onFailure: reportError,
  })
}

/** Of several listed origins the one that embeds this frame, where the browser tells: a call to the others is an error in its console. */
function parentOrigins(listed: readonly string[]): readonly string[] {
  const parent = listed.filter((origin) => document.referrer.startsWith(`${origin}/`))
  return parent.length === 0 ? listed : parent
}
