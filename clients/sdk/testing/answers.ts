/** One well-formed answer per call, and the names that the tests share. */
import { CALL_LIST, CALLS } from '@vest/protocol'
import type { Reply, SeenRequest } from './scriptedExchange.ts'

export const SIGNING_KEY = `0x${'11'.repeat(32)}` as const
export const PRIMARY_KEY = `0x${'22'.repeat(32)}` as const
export const PRIMARY = '0x1563915e194d8cfba1943570603f7606a3115508'
export const ROUTER = '0x919386306c47b2fe1036e3b4f7c40d22d2461a23'
export const USDC = '0xaf88d065e77c8cc2239327c5edb3a432268e5831'
export const ID = `0x${'ab'.repeat(32)}`

export const refusal = (code: number, msg = 'no'): unknown => ({ code, msg, detail: { code, msg } })

export const chain = CALLS.chains.example.answer[0]
export const orderRow = CALLS.orders.example.answer[0]
export const transferRow = CALLS.transfers.example.answer[0]
export const lpOrderRow = CALLS.lpOrders.example.answer[0]
export const ticker = CALLS.tickers.example.answer.tickers[0]

/** One well-formed answer per call: its example. */
export const ANSWERS: Record<string, unknown> = {
  ...Object.fromEntries(
    CALL_LIST.map(({ method, path, example: { params = {}, answer } }) => [
      `${method} /v2${path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)}`,
      answer,
    ]),
  ),
  'POST /devnet/faucet': { usdc: '10000.000000', eth: '1', txHash: '0xaa' },
  'GET /devnet/state': { seq: 12, hash: 'abc' },
  'POST /devnet/price': {},
}
export const answerAll = (request: SeenRequest): Reply => {
  const body = ANSWERS[`${request.method} ${request.path}`]
  return body === undefined ? { status: 404, body: refusal(0) } : { body }
}
