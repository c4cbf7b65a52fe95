/**
 * Behaviours that a journalled command switches on. Until the first release there is none: a rule is changed in its place,
 * and no journal survives that. Afterwards a change of a rule for commands that exist already must not change what an old
 * journal means: the new rule begins with the command `Activate` of a name of this list. Names are never used twice.
 */
export const FEATURES = [] as const satisfies readonly string[]
