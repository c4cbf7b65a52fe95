/**
 * The banner stack above the header ([2.24]): connection lost first, then maintenance, then the status of a capital
 * account; two at most, the third waits. A loss shorter than two seconds shows only in the header's icon, so that a
 * quick reconnect moves nothing.
 */
import { Activity, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { capitalBannerOf } from '../../entities/account/index.ts'
import { useServiceTrouble } from '../../entities/service/index.ts'
import { forgetKind, rememberedKind, rememberKind, useSession } from '../../entities/session/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { joinSentences, withPageTexts, type TextKey } from '../../shared/i18n/index.ts'
import { Banner, Button, useElementSize } from '../../ui/index.ts'

const CapitalBanner = lazy(
  withPageTexts(async () => ({ default: (await import('./CapitalBanner.tsx')).CapitalBanner })),
)

const SHOWN_MAX = 2
const LOST_DELAY_MS = 2_000
const BANNER_HEIGHT_PX = 40

/** What the exchange itself says, in the reader's language; an operator writes in the language of their people. */
const KNOWN_WORDS: Readonly<Record<string, TextKey>> = {
  'Trading is interrupted': 'banner.tradingInterrupted',
  'Withdrawals are paused': 'banner.withdrawalsPaused',
}

export function Banners() {
  const { t } = useTranslation()
  const isLost = useIsLost()
  const trouble = useServiceTrouble()
  const known = KNOWN_WORDS[trouble?.message ?? '']
  const words = known === undefined ? trouble?.message : t(known)
  const status = useFrame(useLive().account, (state) => state.account?.capitalStatus)
  const isFrozen = useFrame(useLive().account, (state) => state.account?.capital?.isFrozen === true)
  const isInReview = useFrame(useLive().account, (state) => state.account?.capital?.reason === 'IN_REVIEW')
  const capital = status && capitalBannerOf(status, isFrozen, isInReview)
  const isPlaceKept = useIsPlaceKept(capital !== undefined)
  const others = Number(isLost) + Number(trouble !== undefined)
  const [ref, { height }] = useElementSize<HTMLDivElement>()
  // Pages that fill the window give way by as much as the stack is high: a sentence may take two lines.
  useEffect(() => {
    document.documentElement.style.setProperty('--banners', `${height}px`)
  }, [height])
  return (
    <div ref={ref}>
      {isLost && (
        <Banner
          tone="err"
          icon={<Activity size={16} strokeWidth={1.5} />}
          action={
            <Button size="sm" onClick={() => location.reload()}>
              {t('banner.refresh')}
            </Button>
          }
        >
          {t('banner.lost')}
        </Banner>
      )}
      {trouble !== undefined && (
        <Banner tone="warn" icon={<TriangleAlert size={16} strokeWidth={1.5} />}>
          {words === undefined
            ? t(`banner.${trouble.kind}`)
            : joinSentences(t(`banner.${trouble.kind}`), words)}
        </Banner>
      )}
      {others < SHOWN_MAX && status !== undefined && capital !== undefined && (
        <Suspense fallback={<Place />}>
          <CapitalBanner kind={capital} status={status} />
        </Suspense>
      )}
      {others < SHOWN_MAX && isPlaceKept && <Place />}
    </div>
  )
}

const Place = () => <div aria-busy="true" style={{ height: BANNER_HEIGHT_PX }} />

/** Until the account is told, where it had a banner the last time. */
function useIsPlaceKept(hasBanner: boolean): boolean {
  const isCapital = useFrame(useLive().account, ({ account }) => account?.isCapital)
  const isVisitor = useSession((state) => state.status === 'visitor')
  useEffect(() => {
    if (isCapital !== undefined) rememberKind({ isCapital, hasBanner })
    else if (isVisitor) forgetKind()
  }, [isCapital, isVisitor, hasBanner])
  return isCapital === undefined && !isVisitor && rememberedKind().hasBanner
}

function useIsLost(): boolean {
  const lostSinceMs = useFrame(useLive().connection, (connection) => connection.lostSinceMs)
  const isExhausted = useFrame(useLive().connection, (connection) => connection.isExhausted)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (lostSinceMs === undefined) {
      setIsShown(false)
      return
    }
    const timer = setTimeout(() => setIsShown(true), Math.max(0, LOST_DELAY_MS - (Date.now() - lostSinceMs)))
    return () => clearTimeout(timer)
  }, [lostSinceMs])
  return isShown || isExhausted
}
