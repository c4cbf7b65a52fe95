/** The door of `guardrails/`. */
export { guardrailRefusal, guardrailRefusalFor } from './guardrailRefusal.ts'
export { guardrailsView } from './guardrailsView.ts'
export { noteGuarded, setGuardrails } from './setGuardrails.ts'
export { beginGuardedDay, watchLosses } from './watchLosses.ts'
