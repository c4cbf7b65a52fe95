/**
 * The logo of a market's base asset: an image of this origin, or the default token image for those without
 * one ([1.7]). Until it has loaded, a disc with the first letter stands in its place.
 */
import { useState } from 'react'
import { cx } from '../../ui/index.ts'
import { logoUrl } from './logoUrl.ts'

export function MarketLogo({ base, size }: { readonly base: string; readonly size: number }) {
  const [state, setState] = useState<{ readonly base: string; readonly status: 'loaded' | 'failed' }>()
  const status = state?.base === base ? state.status : undefined
  const url = logoUrl(base)
  return (
    <span
      aria-hidden="true"
      className="relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-s4 font-semibold text-t2"
      style={{ width: size, height: size, fontSize: Math.max(6, Math.round(size * 0.46)) }}
    >
      {status !== 'loaded' && base.slice(0, 1)}
      {status !== 'failed' && (
        <img
          src={url}
          alt=""
          width={size}
          height={size}
          decoding="async"
          className={cx('absolute inset-0 size-full rounded-full', status !== 'loaded' && 'opacity-0')}
          onLoad={() => setState({ base, status: 'loaded' })}
          onError={() => setState({ base, status: 'failed' })}
        />
      )}
    </span>
  )
}
