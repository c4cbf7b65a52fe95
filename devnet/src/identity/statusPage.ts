/** The public status page of the identity provider, as such pages tell it; what it says is set here by hand. */
import type { ServiceStatus } from '@vest/protocol'

export interface StatusPage {
  summary(): object
  set(status: ServiceStatus): void
}

export function createStatusPage(url: string): StatusPage {
  let status: ServiceStatus = 'UP'
  return {
    summary: () => ({
      page: { name: 'Identity of this devnet', url, status },
      activeIncidents:
        status === 'HASISSUES'
          ? [{ name: 'Set by hand', impact: 'PARTIALOUTAGE', status: 'INVESTIGATING' }]
          : [],
      activeMaintenances:
        status === 'UNDERMAINTENANCE' ? [{ name: 'Set by hand', status: 'INPROGRESS' }] : [],
    }),
    set: (wanted) => void (status = wanted),
  }
}
