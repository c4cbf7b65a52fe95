/** The limits that a person sets for an account. */
export { guardrailBlock, type GuardrailBlock, type OpeningOrder } from './guardrailBlock.ts'
export { readGuardrails, type GuardrailFacts, type GuardrailLimits } from './guardrailFacts.ts'
export { refreshGuardrails, useGuardrails } from './useGuardrails.ts'
