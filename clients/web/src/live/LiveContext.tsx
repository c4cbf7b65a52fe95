/** Hands the live layer and the client to components; made once in `app/`. */
import { createContext, useContext } from 'react'
import type { Live } from './live.ts'

const LiveContext = createContext<Live | undefined>(undefined)

export const LiveProvider = LiveContext.Provider

export function useLive(): Live {
  const live = useContext(LiveContext)
  if (live === undefined) throw new Error('useLive outside of LiveProvider')
  return live
}
