/**
 * What the planner is told. Every list has an index that gives its rows in their order, but without statistics (the
 * embedded database gathers none, a young table has none anywhere) a few rows are expected, and sorting these few seems
 * as cheap as walking the index: an account with a hundred thousand fills then waits for all of them to be sorted.
 * Where nothing else is possible both are still done.
 */
export const PLANNER_SETTINGS = { enable_sort: 'off', enable_bitmapscan: 'off' } as const
