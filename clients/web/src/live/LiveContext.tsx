/** Hands the live layer and the client to components; made once in `app/`. */
import { createContext, useContext, useEffect, type ReactNode } from 'react'
import type { Live } from './live.ts'

const LiveContext = createContext<Live | undefined>(undefined)

export interface LiveProviderProps {
  readonly value: Live
  readonly children: ReactNode
}

/** While prices are stale the document says so, and `.live-price` in app.css fades them, wherever they stand. */
export function LiveProvider({ value, children }: LiveProviderProps) {
  useEffect(() => {
    const { connection } = value
    const follow = (): void => {
      document.documentElement.toggleAttribute('data-stale', connection.get().isStale)
    }
    follow()
    return connection.subscribe(follow)
  }, [value])
  return <LiveContext.Provider value={value}>{children}</LiveContext.Provider>
}

export function useLive(): Live {
  const live = useContext(LiveContext)
  if (live === undefined) throw new Error('useLive outside of LiveProvider')
  return live
}
