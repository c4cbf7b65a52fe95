/** A turning arc; under reduced motion it breathes instead. Decorative: the control around it says "busy". */
export function Spinner({ size = 16 }: { readonly size?: number }) {
  return (
    <svg
      className="motion-spinner shrink-0 animate-turn"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeOpacity=".25" strokeWidth="2" />
      <path d="M8 2a6 6 0 0 1 6 6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
