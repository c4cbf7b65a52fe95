/** The calls of the service, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { chainsCall } from './chains.ts'
import { identityCall } from './identity.ts'
import { statusCall } from './status.ts'
import { statusHistoryCall } from './statusHistory.ts'
import { timeCall } from './time.ts'

export * from './chains.ts'
export * from './identity.ts'
export * from './status.ts'
export * from './statusHistory.ts'
export * from './time.ts'

export const SERVICE_CALLS = {
  time: timeCall,
  status: statusCall,
  statusHistory: statusHistoryCall,
  identity: identityCall,
  chains: chainsCall,
} as const
