/** A canvas that shows a share card, painted anew when its texts change and only with its fonts and its logo. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { ownLogoUrl } from '../../entities/market/logoSources.ts'
import type { CardTexts } from './cardTexts.ts'
import { CARD_TOKENS, drawShareCard, type CardPalette } from './drawShareCard.ts'

export interface CardCanvas {
  readonly ref: RefObject<HTMLCanvasElement | null>
  readonly isPainted: boolean
}

export function useCardCanvas(texts: CardTexts, base: string): CardCanvas {
  const ref = useRef<HTMLCanvasElement>(null)
  const [painted, setPainted] = useState<CardTexts>()
  useEffect(() => {
    let isCurrent = true
    const canvas = ref.current
    if (canvas === null) return
    const { fontFamily } = getComputedStyle(canvas)
    void Promise.all([loadLogo(base), loadFonts(fontFamily)]).then(([logo]) => {
      const context = canvas.getContext('2d')
      if (!isCurrent || context === null) return
      drawShareCard(context, { texts, palette: readPalette(canvas), fontFamily, logo })
      setPainted(texts)
    })
    return () => {
      isCurrent = false
    }
  }, [texts, base])
  return { ref, isPainted: painted === texts }
}

const readPalette = (element: HTMLElement): CardPalette => {
  const style = getComputedStyle(element)
  return Object.fromEntries(
    CARD_TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]),
  ) as CardPalette
}

/** A face that cannot be loaded is no reason to show no card. */
const loadFonts = (fontFamily: string): Promise<unknown> =>
  Promise.all([400, 500, 600].map((weight) => document.fonts.load(`${weight} 16px ${fontFamily}`))).catch(
    () => undefined,
  )

const LOGO_PX = 128

async function loadLogo(base: string): Promise<HTMLImageElement | undefined> {
  const url = ownLogoUrl(base)
  if (url === undefined) return undefined
  const image = new Image(LOGO_PX, LOGO_PX)
  image.src = url
  return image.decode().then(
    () => image,
    () => undefined,
  )
}
