/** What people are told of the service. */
import type { ServiceNotice, ServiceNotices } from '../operator/serviceNotice.ts'

/** Announced maintenance explains everything else; what is measured here comes before what was announced of it. */
export function serviceStatus({
  notices,
  hasFailed,
  isShort,
}: {
  readonly notices: Pick<ServiceNotices, 'current'>
  readonly hasFailed: () => boolean
  /** Some vault holds less than it should. */
  readonly isShort: () => boolean
}): ServiceNotice {
  const said = notices.current()
  if (said.status === 'UNDERMAINTENANCE') return said
  if (hasFailed()) return { status: 'HASISSUES', message: 'Trading is interrupted' }
  if (isShort()) return { status: 'HASISSUES', message: 'Withdrawals are paused' }
  return said
}
