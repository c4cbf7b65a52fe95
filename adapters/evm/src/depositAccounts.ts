/**
 * The accounts that were given a deposit address, one list for all chains: each chain's watcher looks at their forwarders.
 * An account is on disk before its address is told, so that no address that a person was told is ever unwatched. Only
 * added to.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { forwarderAddress } from '@vest/contracts'
import type { Address } from '@vest/protocol'

export interface DepositAccounts {
  /** The deposit address of the account, which is watched from now on. Lower case. */
  issue(account: Address): Address
  /** Whose deposit address this is. */
  accountOf(forwarder: Address): Address | undefined
  /** All addresses that were told. */
  forwarders(): readonly Address[]
}

/** Addresses of one vault; `path` absent: nothing is kept (tests). */
export function openDepositAccounts(vault: Address, path?: string): DepositAccounts {
  const forwarders = new Map<Address, Address>()
  const issued = new Map<Address, Address>()
  const enter = (account: Address): Address => {
    const forwarder = forwarderAddress(vault, account)
    forwarders.set(forwarder, account)
    issued.set(account, forwarder)
    return forwarder
  }
  // A line that a crash cut short was never told.
  const stored = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  for (const line of stored) if (/^0x[0-9a-f]{40}$/.test(line)) enter(line as Address)
  return {
    accountOf: (forwarder) => forwarders.get(forwarder),
    forwarders: () => [...forwarders.keys()],
    issue(address) {
      const account = address.toLowerCase() as Address
      const known = issued.get(account)
      if (known !== undefined) return known
      if (path !== undefined) appendDurably(path, account)
      return enter(account)
    },
  }
}

function appendDurably(path: string, account: Address): void {
  const file = openSync(path, 'a', 0o600)
  try {
    // The line begins with its own break: one that was cut short spoils none but itself.
    writeSync(file, `\n${account}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
