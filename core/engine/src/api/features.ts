/**
 * Behaviours that a journalled command activates. Until the first release there are none: a rule is changed
 * in its place, and no journal survives that. Afterwards a change of a rule for existing commands must not
 * change the meaning of an old journal: the new rule begins with the command `Activate` and a name of this
 * list. Names are never reused.
 */
export const FEATURES = [] as const satisfies readonly string[]
