/**
 * What happens to orders beyond those that the exchange can do: they are refused with 1003 before the server has done
 * anything for them, so that refusing many costs little of what the others need. Only whether an order takes risk away
 * is looked for in its body; then it goes on to the lane that is kept for such.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BODY_BYTES_MAX } from '../limits.ts'
import { errorBodyOf, tooMany } from '../refusal.ts'
import type { RequestLanes } from './requestLanes.ts'
import { standBefore } from './standBefore.ts'

export interface ShedOptions {
  readonly lanes: RequestLanes
  readonly path: string
  /** Of every answer, and those that a page of another origin needs. */
  readonly headersFor: (origin: string | undefined, requestId: string) => Readonly<Record<string, string>>
  readonly onShed: () => void
}

const REFUSAL = tooMany(1)

/** Stands before whatever serves requests so far. */
export function shedOrders(server: Server, options: ShedOptions): void {
  standBefore(server, (request, response, serve) => {
    if (request.method !== 'POST' || request.url !== options.path || !options.lanes.isFull('order'))
      return serve(request, response)
    const length = Number(request.headers['content-length'])
    // What says no length, or too much, is the server's business.
    if (!(length > 0 && length <= BODY_BYTES_MAX)) return serve(request, response)
    request.once('readable', () => {
      const body = request.read() as Buffer | null
      const isWhole = body?.length === length
      if (isWhole && isShed(body)) return refuse(options, request, response)
      if (body !== null) request.unshift(body)
      serve(request, response)
    })
  })
}

/** May be found where it is not meant; then the server looks properly. */
const REDUCE_ONLY = /"reduceOnly"\s*:\s*true|\\u/

/** Whether an order that comes while their lane is full is refused for that: it takes no risk away. */
export const isShed = (body: Buffer): boolean => !REDUCE_ONLY.test(body.toString('latin1'))

function refuse(
  { headersFor, onShed }: ShedOptions,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  onShed()
  const requestId = randomUUID()
  const body = JSON.stringify(errorBodyOf(REFUSAL.code, REFUSAL.message, requestId))
  response.writeHead(REFUSAL.httpStatus, {
    ...headersFor(request.headers.origin, requestId),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(REFUSAL.retryAfterS),
  })
  response.end(body)
}
