/**
 * The page's side of the wallet's frame: loads it hidden, hands it one port after it has called from its exact origin,
 * and asks through that port, each question under an id of its own. A frame that does not come within fifteen seconds,
 * or leaves a question without an answer for as long, is given up with the words of [8.64]: of one that was never there,
 * or of one that cannot be reached any more. Only a person may take longer.
 */
import type {
  FrameAnswer,
  FrameConnect,
  FrameEvent,
  FrameFailure,
  FrameMethod,
  FrameParams,
  FrameRequest,
  FrameResponse,
} from '@vest/protocol'

// As in the protocol, whose module would bring every schema along.
const FRAME_VERSION = 1
export const FRAME_READY_WITHIN_MS = 15_000

/** They end when the person has pressed or typed. */
const ASKS_PERSON: ReadonlySet<FrameMethod> = new Set<FrameMethod>([
  'withdrawal.approve',
  'profit.approve',
  'addressBook.approve',
  'solana.approve',
  'message.sign',
  'login.passkey',
  'passkey.add',
  'passkey.remove',
  'recovery.save',
  'recovery.open',
  'recovery.remove',
  'wallet.rotate',
  'wallet.export',
  'wallet.renew',
])

/** Without their answers there is no wallet yet. */
const OPENS_WALLET: ReadonlySet<FrameMethod> = new Set<FrameMethod>([
  'session.resume',
  'login.code.start',
  'login.code.verify',
  'login.google.start',
  'login.google.finish',
  'wallet.open',
])

export class FrameError extends Error {
  override readonly name = 'FrameError'
  readonly failure: FrameFailure
  /** Of the error table, where the server refused. */
  readonly code: number | undefined
  readonly triesLeft: number | undefined
  readonly retryAfterMs: number | undefined
  constructor(
    failure: FrameFailure,
    detail: { readonly code?: number; readonly triesLeft?: number; readonly retryAfterMs?: number } = {},
  ) {
    super(failure)
    this.failure = failure
    this.code = detail.code
    this.triesLeft = detail.triesLeft
    this.retryAfterMs = detail.retryAfterMs
  }
}

export interface FrameClient {
  call<M extends FrameMethod>(method: M, params: FrameParams<M>): Promise<FrameAnswer<M>>
  close(): void
}

/** Where the frame stands in the page; it is shown when it asks to be. */
export interface FramePlace {
  /** Loads the wallet there and answers its window. */
  load(address: string): Pick<Window, 'postMessage'>
  show(heightPx: number): void
  hide(): void
  remove(): void
}

export interface OpenFrameOptions {
  readonly walletOrigin: string
  readonly place: FramePlace
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly clock: {
    setTimeout(work: () => void, delayMs: number): unknown
    clearTimeout(timer: unknown): void
  }
  readonly onSessionEnded: () => void
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: FrameError) => void
  readonly timer: unknown
}

/** Throws {@link FrameError} `initializeFailed`. */
export function openFrame(options: OpenFrameOptions): Promise<FrameClient> {
  const { walletOrigin, place, page, clock } = options
  return new Promise((resolve, reject) => {
    const frame = place.load(`${walletOrigin}/`)
    const giveUp = clock.setTimeout(() => {
      page.removeEventListener('message', listen)
      place.remove()
      reject(new FrameError('initializeFailed'))
    }, FRAME_READY_WITHIN_MS)
    const listen = (event: MessageEvent): void => {
      if (event.source !== (frame as unknown) || event.origin !== walletOrigin || !isReady(event.data)) return
      clock.clearTimeout(giveUp)
      page.removeEventListener('message', listen)
      const { port1, port2 } = new MessageChannel()
      const connect: FrameConnect = {
        vest: 'wallet-connect',
        version: FRAME_VERSION,
        id: crypto.randomUUID(),
      }
      frame.postMessage(connect, walletOrigin, [port2])
      resolve(clientOf(port1, options))
    }
    page.addEventListener('message', listen)
  })
}

function clientOf(port: MessagePort, { place, clock, onSessionEnded }: OpenFrameOptions): FrameClient {
  const waiting = new Map<string, Waiting>()
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isEvent(data)) {
      if (data.event === 'show') place.show(data.heightPx)
      else if (data.event === 'hide') place.hide()
      else onSessionEnded()
      return
    }
    if (!isResponse(data)) return
    const call = waiting.get(data.id)
    if (call === undefined) return
    waiting.delete(data.id)
    clock.clearTimeout(call.timer)
    if (data.ok) call.resolve(data.result as never)
    else call.reject(new FrameError(data.failure, detailOf(data)))
  })
  port.start()
  return {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        const id = crypto.randomUUID()
        const timer = ASKS_PERSON.has(method)
          ? undefined
          : clock.setTimeout(() => {
              waiting.delete(id)
              reject(new FrameError(OPENS_WALLET.has(method) ? 'initializeFailed' : 'connectFailed'))
            }, FRAME_READY_WITHIN_MS)
        waiting.set(id, { resolve, reject, timer })
        port.postMessage({ id, method, params } satisfies FrameRequest)
      }),
    close() {
      port.close()
      place.remove()
      for (const { reject, timer } of waiting.values()) {
        clock.clearTimeout(timer)
        reject(new FrameError('userExited'))
      }
      waiting.clear()
    },
  }
}

type Refused = Extract<FrameResponse, { readonly ok: false }>
const detailOf = ({ code, triesLeft, retryAfterMs }: Refused) => ({
  ...(code === undefined ? {} : { code }),
  ...(triesLeft === undefined ? {} : { triesLeft }),
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})

const isRecord = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null
const isReady = (data: unknown): boolean =>
  isRecord(data) && data.vest === 'wallet-ready' && data.version === FRAME_VERSION
const isEvent = (data: unknown): data is FrameEvent =>
  isRecord(data) &&
  ((data.event === 'show' && typeof data.heightPx === 'number') ||
    data.event === 'hide' ||
    data.event === 'sessionEnded')
const isResponse = (data: unknown): data is FrameResponse =>
  isRecord(data) &&
  typeof data.id === 'string' &&
  (data.ok === true || (data.ok === false && typeof data.failure === 'string'))
