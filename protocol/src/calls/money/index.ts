/** The calls of money, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { claimStrayCall } from './claimStray.ts'
import { depositAddressesCall } from './depositAddresses.ts'
import { depositAuthorizedCall } from './depositAuthorized.ts'
import { reservesCall } from './reserves.ts'
import { reservesProofCall } from './reservesProof.ts'
import { straysCall } from './strays.ts'
import { transfersCall } from './transfers.ts'
import { withdrawCall } from './withdraw.ts'
import { withdrawAllowanceCall } from './withdrawAllowance.ts'
import { withdrawQuoteCall } from './withdrawQuote.ts'

export * from './claimStray.ts'
export * from './depositAddresses.ts'
export * from './depositAuthorized.ts'
export * from './reserves.ts'
export * from './reservesProof.ts'
export * from './strays.ts'
export * from './transfers.ts'
export * from './withdraw.ts'
export * from './withdrawAllowance.ts'
export * from './withdrawQuote.ts'

export const MONEY_CALLS = {
  transfers: transfersCall,
  withdraw: withdrawCall,
  depositAuthorized: depositAuthorizedCall,
  withdrawAllowance: withdrawAllowanceCall,
  withdrawQuote: withdrawQuoteCall,
  depositAddresses: depositAddressesCall,
  strays: straysCall,
  claimStray: claimStrayCall,
  reserves: reservesCall,
  reservesProof: reservesProofCall,
} as const
