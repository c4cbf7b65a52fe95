/** What an on-ramp's frame says ([4.15]). Anything else it may send is nothing to us. */
const EVENTS = ['ready', 'pending', 'paid', 'completed', 'failed', 'canceled'] as const

export interface OnrampEvent {
  readonly event: (typeof EVENTS)[number]
  /** What was bought, as text with two decimals. */
  readonly usdc: string | undefined
}

export function readOnrampEvent(data: unknown): OnrampEvent | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, event, usdc } = data as Record<string, unknown>
  const known = EVENTS.find((one) => one === event)
  if (type !== 'onramp' || known === undefined) return undefined
  return { event: known, usdc: typeof usdc === 'string' && /^\d{1,9}\.\d\d$/.test(usdc) ? usdc : undefined }
}
