export * from './joinReferral.ts'
export * from './storedCode.ts'
export * from './useReferrals.ts'
export * from './joinRefusalText.ts'
