/**
 * One tab of a browser gets an alert. The lock is kept for as long as the tab lives: what it has written may reach
 * another tab later than the lock would.
 */
export function claimAlert(id: string, act: () => void): void {
  // Locks are there on secure origins alone; elsewhere the storage that tabs share has to do.
  if (navigator.locks === undefined) {
    act()
    return
  }
  void navigator.locks.request(`vest.alert.${id}`, { ifAvailable: true }, (lock) => {
    if (lock === null) return undefined
    act()
    return new Promise<never>(() => undefined)
  })
}
