/**
 * A `fetch` over connections that break at the worst moments, drawn from a seeded generator: before a request is sent,
 * within it, after it, or when its answer has come; and a caller that loses patience and asks again, or asks twice. What
 * the caller hears is what a network would tell it; what was asked twice is noted.
 */
import { Agent, request as httpRequest, type ClientRequest } from 'node:http'
import type { FetchLike } from '@vest/sdk/node'
import type { Prng } from '../simulation/prng.ts'

export const FETCH_FAULTS = [
  'cut before it was sent',
  'cut within it',
  'cut after it was sent',
  'answer dropped',
  'asked again without patience',
  'sent twice at once',
] as const
export type FetchFault = (typeof FETCH_FAULTS)[number]

export interface FaultyFetch {
  readonly fetch: FetchLike
  readonly met: ReadonlyMap<FetchFault, number>
  stop(): void
}

export interface FaultyFetchOptions {
  readonly prng: Prng
  /** Part of the addresses that meet faults. */
  readonly harmed: string
  /** Of signed writes; of reads a fifth of it, and cuts alone. */
  readonly faultsOf: number
  /** Answers to one request that was sent more than once. */
  readonly onSentAgain: (path: string, statuses: readonly number[]) => void
  /** Of every request, beside its own. */
  readonly headers: Readonly<Record<string, string>>
}

/** The longest that a caller without patience waits. */
const PATIENCE_MS_MAX = 20

export function createFaultyFetch({
  prng,
  harmed,
  faultsOf,
  onSentAgain,
  headers: always,
}: FaultyFetchOptions): FaultyFetch {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const met = new Map<FetchFault, number>()

  const pick = (url: string, init: RequestInit): FetchFault | undefined => {
    if (!url.includes(harmed)) return undefined
    const isWrite = init.method === 'POST'
    if (!prng.chance(isWrite ? faultsOf : faultsOf / 5)) return undefined
    const fault = prng.pick(isWrite ? FETCH_FAULTS : (['cut after it was sent', 'answer dropped'] as const))
    met.set(fault, (met.get(fault) ?? 0) + 1)
    return fault
  }
  const ask = (url: string, init: RequestInit, harm?: Harm) =>
    send(agent, url, { ...init, headers: { ...(init.headers as Record<string, string>), ...always } }, harm)

  const suffer = async (fault: FetchFault, url: string, init: RequestInit): Promise<Response> => {
    const waitMs = prng.int(0, PATIENCE_MS_MAX)
    switch (fault) {
      case 'cut before it was sent':
        // The one word by which the client knows that nothing has left it.
        throw broken(Object.assign(new Error('cut'), { code: 'ECONNREFUSED' }))
      case 'cut within it':
        return ask(url, init, (request, body) => {
          request.write(body.subarray(0, body.length >> 1), () => request.destroy(new Error('cut')))
        })
      case 'cut after it was sent':
        return ask(url, init, cutAfter(waitMs))
      case 'answer dropped':
        await ask(url, init)
        throw broken(new Error('dropped'))
      case 'asked again without patience':
        await ask(url, init, cutAfter(waitMs)).catch(() => undefined)
        return ask(url, init)
      case 'sent twice at once': {
        const answers = await Promise.all([ask(url, init), ask(url, init)])
        onSentAgain(
          new URL(url).pathname,
          answers.map(({ status }) => status),
        )
        return answers.find(({ ok }) => ok) ?? answers[0]
      }
    }
  }
  return {
    met,
    fetch: (url, init) => {
      const fault = pick(url, init)
      return fault === undefined ? ask(url, init) : suffer(fault, url, init)
    },
    stop: () => agent.destroy(),
  }
}

/** How a request is sent when it is not simply sent. */
type Harm = (request: ClientRequest, body: Buffer) => void

const cutAfter =
  (waitMs: number): Harm =>
  (request, body) =>
    request.end(body, () => setTimeout(() => request.destroy(new Error('cut')), waitMs))

const broken = (cause: Error): TypeError => new TypeError('fetch failed', { cause })

function send(agent: Agent, url: string, init: RequestInit, harm?: Harm): Promise<Response> {
  return new Promise((resolve, reject) => {
    const body = Buffer.from((init.body as string | undefined) ?? '')
    const headers = { ...(init.headers as Record<string, string>), 'content-length': body.length }
    const fail = (error: Error): void => reject(broken(error))
    const request = httpRequest(url, { agent, method: init.method ?? 'GET', headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', fail)
      answer.on('close', () => {
        if (!answer.complete) fail(new Error('the answer broke off'))
      })
      answer.on('end', () => {
        const status = answer.statusCode!
        const known = answer.headers['retry-after']
        const retryAfter = known === undefined ? {} : { 'retry-after': known }
        resolve(new Response(status === 204 ? null : Buffer.concat(parts), { status, headers: retryAfter }))
      })
    })
    request.on('error', fail)
    init.signal?.addEventListener('abort', () => request.destroy(new Error('aborted')), { once: true })
    if (harm) harm(request, body)
    else request.end(body)
  })
}
