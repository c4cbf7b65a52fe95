/**
 * The logo of a market's base asset ([1.7]): an image of this origin, or the default token image in the colour of the
 * category with the asset's letters. Until it has loaded, a disc with the letters stands in its place.
 */
import { useState } from 'react'
import type { Market } from '../../live/index.ts'
import { cx } from '../../ui/index.ts'
import { logoOf } from './logoSources.ts'

/** As many letters as can be read in it. */
const lettersFor = (size: number): number => (size < 16 ? 1 : size < 20 ? 2 : 3)

export function MarketLogo({
  market: { base, category },
  size,
}: {
  readonly market: Pick<Market, 'base' | 'category'>
  readonly size: number
}) {
  const { url, letters } = logoOf(base, category)
  const [settled, setSettled] = useState<{ readonly url: string; readonly isLoaded: boolean }>()
  const isLoaded = settled?.url === url && settled.isLoaded
  const hasFailed = settled?.url === url && !settled.isLoaded
  const shown = (letters ?? base).slice(0, lettersFor(size))
  return (
    <span
      aria-hidden="true"
      className="relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-s4 font-semibold text-t2"
      style={{
        width: size,
        height: size,
        fontSize: Math.max(6, Math.round(size * (shown.length > 1 ? 0.36 : 0.5))),
      }}
    >
      {!hasFailed && (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          decoding="async"
          className={cx('absolute inset-0 size-full', !isLoaded && 'opacity-0')}
          onLoad={() => setSettled({ url, isLoaded: true })}
          onError={() => setSettled({ url, isLoaded: false })}
        />
      )}
      {(letters !== undefined || !isLoaded) && (
        <span className={cx('relative leading-none', isLoaded && 'text-[#fff]')}>{shown}</span>
      )}
    </span>
  )
}
