/**
 * The calls of identity, made of the frame's own origin and no other; every answer is held against its schema. A refusal
 * of the server keeps its code, a server that cannot be reached is said to be so.
 */
import { errorBody, IDENTITY_CALLS, type IdentityCall, type IdentityCallName } from '@vest/protocol'
import { z } from 'zod'
import { FrameRefusal, type RefusalDetail } from '../bridge/frameRefusal.ts'

export type IdentityAnswer<N extends IdentityCallName> = z.infer<(typeof IDENTITY_CALLS)[N]['answer']>

export interface AskOptions {
  readonly body?: unknown
  /** What stands in the place of `{id}` in the path. */
  readonly id?: string
  /** Audience `vest-wallet`. */
  readonly token?: string
}

export type AskIdentity = <N extends IdentityCallName>(
  name: N,
  options?: AskOptions,
) => Promise<IdentityAnswer<N>>

const CALL_WITHIN_MS = 15_000
const refusalBody = errorBody.extend({ detail: z.looseObject({ triesLeft: z.int().optional() }) })

export function createAskIdentity(fetch: typeof globalThis.fetch): AskIdentity {
  return async (name, { body, id, token } = {}) => {
    const call: IdentityCall = IDENTITY_CALLS[name]
    const response = await send(
      fetch,
      { method: call.method, path: call.path.replace('{id}', encodeURIComponent(id ?? '')) },
      body,
      token,
    )
    const text: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new FrameRefusal('refused', refusalOf(response, text))
    const answer = call.answer.safeParse(text)
    if (!answer.success) throw new FrameRefusal('unreachable')
    return answer.data as IdentityAnswer<typeof name>
  }
}

async function send(
  fetch: typeof globalThis.fetch,
  { method, path }: Pick<IdentityCall, 'method' | 'path'>,
  body: unknown,
  token: string | undefined,
): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_WITHIN_MS),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new FrameRefusal('unreachable')
  }
}

function refusalOf(response: Response, text: unknown): RefusalDetail {
  const body = refusalBody.safeParse(text)
  const after = response.headers.get('retry-after')
  return {
    ...(body.success ? { code: body.data.code, message: body.data.msg } : {}),
    ...(body.success && body.data.detail.triesLeft !== undefined
      ? { triesLeft: body.data.detail.triesLeft }
      : {}),
    ...(after === null || !/^\d{1,6}$/.test(after) ? {} : { retryAfterMs: Number(after) * 1_000 }),
  }
}
