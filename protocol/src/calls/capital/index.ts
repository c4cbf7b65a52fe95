/** The calls of the capital programme, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { capitalActivateCall } from './capitalActivate.ts'
import { capitalCheckoutCall } from './capitalCheckout.ts'
import { capitalPaymentCall } from './capitalPayment.ts'
import { capitalPlansCall } from './capitalPlans.ts'
import { capitalPracticeCall } from './capitalPractice.ts'
import { capitalRegisterCall } from './capitalRegister.ts'
import { capitalStatusCall } from './capitalStatus.ts'
import { capitalVerdictCall } from './capitalVerdict.ts'
import { withdrawProfitsCall } from './withdrawProfits.ts'

export * from './capitalActivate.ts'
export * from './capitalCheckout.ts'
export * from './capitalPayment.ts'
export * from './capitalPlans.ts'
export * from './capitalPractice.ts'
export * from './capitalRegister.ts'
export * from './capitalStatus.ts'
export * from './capitalVerdict.ts'
export * from './withdrawProfits.ts'

export const CAPITAL_CALLS = {
  capitalPlans: capitalPlansCall,
  capitalStatus: capitalStatusCall,
  capitalCheckout: capitalCheckoutCall,
  capitalRegister: capitalRegisterCall,
  capitalActivate: capitalActivateCall,
  capitalPractice: capitalPracticeCall,
  capitalVerdict: capitalVerdictCall,
  withdrawProfits: withdrawProfitsCall,
  capitalPayment: capitalPaymentCall,
} as const
