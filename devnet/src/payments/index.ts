/** The door of `payments/`: what stands in for the payment provider. */
export { API_VERSION, createBooks, type Books, type Message } from './paymentBooks.ts'
export { readFields } from './formFields.ts'
export { createPaymentStandIn, type PaymentStandIn } from './paymentStandIn.ts'
export { startPayments, type RunningPayments } from './startPayments.ts'
