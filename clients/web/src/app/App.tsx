/** Providers around the router, and the effects that span the whole app. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { applyAppearance, usePreferences } from '../entities/preferences/index.ts'
import { SessionProvider, useSession, type SessionStore } from '../entities/session/index.ts'
import { LiveProvider, useLive, type Live } from '../live/index.ts'
import { setFormatStyle } from '../shared/format/index.ts'
import { TooltipProvider } from '../ui/index.ts'
import { createQueries } from '../shared/createQueries.ts'
import { createAppRouter } from './router.tsx'

export function App({ live, session }: { readonly live: Live; readonly session: SessionStore }) {
  const [queries] = useState(createQueries)
  const [router] = useState(createAppRouter)
  const formats = useFormats()
  return (
    <SessionProvider value={session}>
      <LiveProvider value={live}>
        <QueryClientProvider client={queries}>
          <TooltipProvider>
            <AccountFeed />
            <Appearance />
            <RouterProvider key={formats} router={router} />
          </TooltipProvider>
        </QueryClientProvider>
      </LiveProvider>
    </SessionProvider>
  )
}

/** Numbers and times as the reader wants them; another word for another style, under which everything is drawn anew. */
function useFormats(): string {
  const timeZone = usePreferences((state) => state.timeZone)
  const clock = usePreferences((state) => state.clock)
  const grouping = usePreferences((state) => state.grouping)
  const amounts = usePreferences((state) => state.amounts)
  setFormatStyle({ timeZone, clock, grouping, amounts })
  return [timeZone, clock, grouping, amounts].join(' ')
}

/** The private half of the live layer is open exactly while there is an API key. */
function AccountFeed() {
  const live = useLive()
  const hasApiKey = useSession((state) => state.hasApiKey)
  const address = useSession((state) => state.address)
  useEffect(
    () => (hasApiKey && address !== undefined ? live.openAccount() : undefined),
    [live, hasApiKey, address],
  )
  return null
}

/** Theme and palette follow the preferences, and the system as long as nothing was chosen. */
function Appearance() {
  const theme = usePreferences((state) => state.theme)
  const palette = usePreferences((state) => state.palette)
  useEffect(() => {
    applyAppearance({ theme, palette })
    if (theme !== undefined) return
    const system = matchMedia('(prefers-color-scheme: light)')
    const follow = (): void => applyAppearance({ theme, palette })
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [theme, palette])
  return null
}
