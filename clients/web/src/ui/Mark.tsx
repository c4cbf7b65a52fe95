/** The mark: two lapels that form a V. Below 20 px the notch is dropped. */
export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="shrink-0">
      <path d="M1.5 3.5h6.6l3.3 8.1v9.9z" fill="var(--t1)" />
      <path d="M22.5 3.5h-6.6l-3.3 8.1v9.9z" fill="var(--chalk)" />
      {size >= 20 && <path d="M15.2 7.1h8" stroke="var(--s1)" strokeWidth="1.3" />}
    </svg>
  )
}
