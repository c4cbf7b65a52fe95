/** Starts the app: language first, then the live layer, then the first paint. */
import { systemClock, createVestClient } from '@vest/sdk'
import { createRoot } from 'react-dom/client'
import './styles/app.css'
import { App } from './app/App.tsx'
import { reloadOnStaleChunk } from './app/staleChunk.ts'
import { applyAppearance, chosenLanguage, usePreferences } from './entities/preferences/index.ts'
import { createSessionStore, hasRememberedAccount } from './entities/session/index.ts'
import { createLive } from './live/index.ts'
import { createBundleLoader, startI18n, type Language } from './shared/i18n/index.ts'
import { fetchAfterEarly } from './shared/earlyAnswers.ts'
import { localStore } from './shared/storage/index.ts'
import { adoptNonce } from './app/nonce.ts'
import { announceResync } from './app/announceResync.ts'

adoptNonce()
reloadOnStaleChunk()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const ask = fetchAfterEarly((url, init) => fetch(url, init))
// Not awaited here: what it loads shares a file with this module, and would wait for it in turn.
void start(root)

async function start(root: HTMLElement): Promise<void> {
  // The flag comes first: a build without the gallery leaves out the whole branch, and what it would load.
  if (__HAS_GALLERY__ && location.pathname === '/gallery') {
    await import('./shared/schemasWithoutCode.ts')
    const { showGallery } = await import('./testing/gallery/showGallery.tsx')
    await showGallery(root, startTexts)
  } else await startApp(root)
}

async function startApp(root: HTMLElement): Promise<void> {
  applyAppearance(usePreferences.getState())
  const client = createVestClient({
    baseUrl: '',
    fetch: ask,
    onResync: announceResync,
    onUnauthorized: () => session.getState().set({ status: 'visitor', address: undefined, hasApiKey: false }),
  })
  const session = createSessionStore(client)
  // Who was signed in at the last visit is no visitor while the session is on its way.
  if (hasRememberedAccount()) session.getState().set({ status: 'connecting' })
  const live = createLive({ client, clock: systemClock, isHidden: () => document.hidden })
  live.start()
  await startTexts(chosenLanguage(usePreferences.getState(), navigator.language))
  createRoot(root).render(<App live={live} session={session} />)
}

async function startTexts(language: Language): Promise<void> {
  await startI18n({
    language,
    loadBundle: createBundleLoader({
      fetch: ask,
      storage: localStore,
      wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
      buildId: __BUILD_ID__,
    }),
    onLanguage: (shown) => {
      document.documentElement.lang = shown
    },
  })
}
