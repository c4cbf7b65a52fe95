/** The calls of the vault as messages between page and worker: only the named ones, each answered once. */
import type { KeyVault } from './keyVault.ts'

export interface VaultRequest {
  readonly id: number
  readonly method: keyof KeyVault
  readonly params?: unknown
}
export type VaultAnswer =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string }

const METHODS: ReadonlySet<string> = new Set<keyof KeyVault>([
  'createKey',
  'keep',
  'open',
  'list',
  'sign',
  'forget',
])

/** What goes through a worker, or through anything else that posts messages. */
export interface MessagePortLike {
  postMessage(message: unknown): void
  addEventListener(type: 'message' | 'error', listener: (event: { readonly data?: unknown }) => void): void
}

/** Worker side: answers each request by the vault; anything else is refused. */
export async function answerVaultRequest(
  vault: KeyVault,
  message: unknown,
): Promise<VaultAnswer | undefined> {
  if (typeof message !== 'object' || message === null || !('id' in message) || typeof message.id !== 'number')
    return undefined
  const { id } = message
  const method = 'method' in message ? message.method : undefined
  if (typeof method !== 'string' || !METHODS.has(method)) return { id, ok: false, message: 'Unknown call' }
  try {
    const call = vault[method as keyof KeyVault] as (params: unknown) => Promise<unknown>
    return { id, ok: true, result: await call('params' in message ? message.params : undefined) }
  } catch (error) {
    return { id, ok: false, message: error instanceof Error ? error.message : 'The vault failed' }
  }
}

/** Page side: the vault behind the port. */
export function createVaultClient(port: MessagePortLike): KeyVault {
  let lastId = 0
  const waiting = new Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }
  >()
  port.addEventListener('message', ({ data }) => {
    const answer = data as VaultAnswer
    const call = waiting.get(answer.id)
    if (call === undefined) return
    waiting.delete(answer.id)
    if (answer.ok) call.resolve(answer.result as never)
    else call.reject(new Error(answer.message))
  })
  // A worker that could not start answers nothing, ever.
  port.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The signing worker failed'))
    waiting.clear()
  })
  const call = <T>(method: keyof KeyVault, params?: unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      port.postMessage({ id: lastId, method, params } satisfies VaultRequest)
    })
  return {
    createKey: () => call('createKey'),
    keep: (session) => call('keep', session),
    open: (request) => call('open', request),
    list: () => call('list'),
    sign: (request) => call('sign', request),
    forget: (request) => call('forget', request),
  }
}
