/** Starts the app: language first, then the live layer, then the first paint. */
import { systemClock, createVestClient } from '@vest/sdk'
import { createRoot } from 'react-dom/client'
import './styles/app.css'
import { App } from './app/App.tsx'
import { reloadOnStaleChunk } from './app/staleChunk.ts'
import { applyAppearance, chosenLanguage, usePreferences } from './entities/preferences/index.ts'
import { createSessionStore } from './entities/session/index.ts'
import { createLive } from './live/index.ts'
import { createBundleLoader, startI18n } from './shared/i18n/index.ts'
import { localStore } from './shared/storage/index.ts'
import { adoptNonce } from './app/nonce.ts'
import { announceResync } from './app/announceResync.ts'

adoptNonce()
reloadOnStaleChunk()
applyAppearance(usePreferences.getState())

const client = createVestClient({
  baseUrl: '',
  onResync: announceResync,
  onUnauthorized: () => session.getState().set({ status: 'visitor', address: undefined, hasApiKey: false }),
})
const session = createSessionStore(client)
const live = createLive({ client, clock: systemClock, isHidden: () => document.hidden })
live.start()

await startI18n({
  language: chosenLanguage(usePreferences.getState(), navigator.language),
  loadBundle: createBundleLoader({
    fetch: (url) => fetch(url),
    storage: localStore,
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    buildId: __BUILD_ID__,
  }),
  onLanguage: (language) => {
    document.documentElement.lang = language
  },
})
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<App live={live} session={session} />)
