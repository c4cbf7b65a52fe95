/**
 * Where the network sends its window back to. What it sent is taken out of the address at once and handed to the page that
 * waits; then the window closes, or says that it can be closed.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readSocialReturn, postSocialReturn } from '../../entities/social/index.ts'

export function SocialReturnPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const isTaken = useRef(false)
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const { search, pathname } = location
    const back = readSocialReturn(search)
    if (search !== '') router.history.replace(pathname)
    if (back === undefined) return
    postSocialReturn(back)
    window.close()
  }, [router])
  return (
    <main className="mx-auto w-full max-w-[480px] flex-1 px-4 py-16 text-center">
      <h1 className="text-figure font-semibold">{t('social.returnTitle')}</h1>
      <p className="mt-2 text-t2">{t('social.returnText')}</p>
    </main>
  )
}
