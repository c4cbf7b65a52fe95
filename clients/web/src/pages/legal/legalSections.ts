/** The sections of the legal documents, in their order; their texts stand under `legal` in the language bundles. */
export const LEGAL_SECTIONS = {
  terms: [
    'network',
    'eligible',
    'keys',
    'orders',
    'risk',
    'liquidation',
    'pool',
    'rewards',
    'conduct',
    'software',
    'changes',
  ],
  privacy: ['browser', 'exchange', 'identity', 'chain', 'others', 'analytics', 'third', 'time', 'forget'],
} as const

export type LegalDocument = keyof typeof LEGAL_SECTIONS
