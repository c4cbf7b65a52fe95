/** Hands the session store to components: `useSession((state) => state.address)`. */
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { createSessionStore, SessionState } from './session.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

const SessionContext = createContext<SessionStore | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

/** The store itself, for code that acts rather than renders. */
export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext)
  if (store === undefined) throw new Error('useSession outside of SessionProvider')
  return store
}

export const useSession = <Selected,>(select: (state: SessionState) => Selected): Selected =>
  useStore(useSessionStore(), select)

/** An account is signed in or about to be; otherwise lists have nothing to wait for. */
export const useHasAccount = (): boolean =>
  useSession((state) => state.status === 'ready' || state.status === 'connecting')
