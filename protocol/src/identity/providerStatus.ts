/**
 * The public status summary of the identity provider, in either form that hosted status pages give it ([7.28]). Read by
 * the browser before anything else works, so it needs no schema library.
 */

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** undefined: this is no summary, and says nothing. */
export function isProviderUp(summary: unknown): boolean | undefined {
  if (!isRecord(summary)) return undefined
  const { page, status } = summary
  if (isRecord(page) && typeof page.status === 'string') return page.status === 'UP'
  if (isRecord(status) && typeof status.indicator === 'string') return status.indicator === 'none'
  return undefined
}
