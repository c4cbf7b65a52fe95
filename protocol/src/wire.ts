/**
 * Schemas that several calls or channels share. What one call alone takes or answers stands with the call (`calls/`).
 * Types are inferred from the schemas, so a route, its client and its contract test cannot differ.
 *
 * Clients ignore unknown fields and so does the server: objects are open. Decimal text stays text here;
 * `units.ts` turns it into integers once, at the edge.
 */
export * from './wire/accountAnswers.ts'
export * from './wire/devnetCalls.ts'
export * from './wire/marketAnswers.ts'
export * from './wire/outsideParts.ts'
export * from './wire/reserveAnswers.ts'
export * from './wire/socketMessages.ts'
export * from './wire/transferAnswers.ts'
export * from './wire/verdictAnswers.ts'
