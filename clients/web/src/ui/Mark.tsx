/** The mark: two lapels that form a V. Below 20 px the notch is dropped. */

/** Its shapes on a grid of 24, for those who paint it elsewhere than in the page. */
export const MARK_SHAPES = {
  left: 'M1.5 3.5h6.6l3.3 8.1v9.9z',
  right: 'M22.5 3.5h-6.6l-3.3 8.1v9.9z',
  notch: 'M15.2 7.1h8',
  notchWidth: 1.3,
} as const

export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="shrink-0">
      <path d={MARK_SHAPES.left} fill="var(--t1)" />
      <path d={MARK_SHAPES.right} fill="var(--chalk)" />
      {size >= 20 && <path d={MARK_SHAPES.notch} stroke="var(--s1)" strokeWidth={MARK_SHAPES.notchWidth} />}
    </svg>
  )
}
