/**
 * One tab of a browser claims an alert. It keeps the lock for as long as it lives, because its writes may reach another tab
 * later than the release of the lock.
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
