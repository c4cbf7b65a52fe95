/**
 * What a symbol of a market may look like, in one place: what reads one from outside the exchange (a store of the
 * browser, a text to be signed) is held against it, so that nothing refuses a market that the exchange lists.
 */
export const SYMBOL_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/

export const isSymbolText = (value: unknown): value is string =>
  typeof value === 'string' && SYMBOL_PATTERN.test(value)
