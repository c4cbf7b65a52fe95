/**
 * Where the provider sends the browser back to. What it sent is taken out of the address at once, so that it stands in no
 * history and in no link that is copied; the dialog goes on from there. Without it the page shows the ways in.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useSessionStore } from '../../entities/session/index.ts'
import { readOauthReturn, takeChoice, useLogin } from '../../features/sign-in/embeddedLogin.ts'

export function OauthRedirectPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const session = useSessionStore()
  const hasDialog = useSession((state) => state.dialog !== undefined)
  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const { search, pathname } = location
    const back = readOauthReturn(search)
    if (search !== '') router.history.replace(pathname)
    const { go, remember } = useLogin.getState()
    remember(takeChoice())
    go(back === undefined ? { name: 'ways', error: t('login.declinedAtGoogle') } : { name: 'return', back })
    session.getState().openDialog('sign-in')
  }, [router, session, t])
  // Closed without having come in: nothing is left to do here.
  const hadDialog = useRef(false)
  useEffect(() => {
    if (hasDialog) hadDialog.current = true
    else if (hadDialog.current && location.pathname === '/oauth/redirect') router.history.replace('/trade')
  }, [hasDialog, router])
  return <main aria-busy="true" aria-label={t('login.returning')} className="min-h-[60dvh]" />
}
