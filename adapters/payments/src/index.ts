/** The door of `adapters/payments`: who takes the money for plans, behind the port of that name. */
export { createStripePayments, type StripeOptions } from './stripePayments.ts'
