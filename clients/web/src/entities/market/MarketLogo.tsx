/**
 * The logo of a market's base asset ([1.7]): an image of this origin, or the default token image with the
 * first letter for those without one. Until it has loaded, a disc with the letter stands in its place.
 */
import { useState } from 'react'
import { cx } from '../../ui/index.ts'
import { DEFAULT_LOGO_URL, logoUrl } from './logoSources.ts'

export function MarketLogo({ base, size }: { readonly base: string; readonly size: number }) {
  const url = logoUrl(base)
  const [settled, setSettled] = useState<{ readonly url: string; readonly isLoaded: boolean }>()
  const isLoaded = settled?.url === url && settled.isLoaded
  const hasFailed = settled?.url === url && !settled.isLoaded
  const isDefault = url === DEFAULT_LOGO_URL
  return (
    <span
      aria-hidden="true"
      className="relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-s4 font-semibold text-t2"
      style={{ width: size, height: size, fontSize: Math.max(6, Math.round(size * 0.46)) }}
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
      {(isDefault || !isLoaded) && (
        <span className={cx('relative', isLoaded && 'text-[#ffffff]')}>
          {base.replace(/^k(?=[A-Z])/, '').slice(0, 1)}
        </span>
      )}
    </span>
  )
}
