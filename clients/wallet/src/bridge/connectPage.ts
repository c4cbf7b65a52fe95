/**
 * The way to the page and back. The frame calls its parent at the listed origins until one answers with a port; from
 * then on only that port counts. The answer must come from the parent itself, from a listed origin, in the exact schema,
 * once: any other message is not read.
 */
import {
  FRAME_VERSION,
  frameConnect,
  frameRequest,
  type FrameEvent,
  type FrameMethod,
  type FrameReady,
  type FrameResponse,
} from '@vest/protocol'
import { FrameRefusal } from './frameRefusal.ts'

export interface ConnectPageOptions {
  /** The frame's own window, as far as it is needed. */
  readonly self: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly parent: Pick<Window, 'postMessage'>
  readonly appOrigins: readonly string[]
  /** Asks again; answers how to stop. */
  readonly everySecond: (work: () => void) => () => void
  readonly run: (method: FrameMethod, params: unknown) => Promise<unknown>
  /** What no refusal explains: told to no caller, so that nothing leaks. */
  readonly onFailure: (error: unknown) => void
}

export interface PageLink {
  tell(event: FrameEvent): void
}

export function connectPage(options: ConnectPageOptions): PageLink {
  const { self, parent, appOrigins, everySecond, run, onFailure } = options
  const ready: FrameReady = { vest: 'wallet-ready', version: FRAME_VERSION }
  let port: MessagePort | undefined

  const call = (): void => {
    for (const origin of appOrigins) parent.postMessage(ready, origin)
  }
  const listen = (event: MessageEvent): void => {
    if (event.source !== (parent as unknown) || !appOrigins.includes(event.origin)) return
    const [given] = event.ports
    if (given === undefined || event.ports.length !== 1 || !frameConnect.safeParse(event.data).success) return
    self.removeEventListener('message', listen)
    stop()
    port = given
    answerRequests(given, { run, onFailure })
  }
  self.addEventListener('message', listen)
  const stop = everySecond(call)
  call()

  return { tell: (event) => port?.postMessage(event) }
}

/** Each request is answered once under its id; an id that was used before is not answered again. */
export function answerRequests(
  port: Pick<MessagePort, 'postMessage' | 'addEventListener' | 'start'>,
  { run, onFailure }: Pick<ConnectPageOptions, 'run' | 'onFailure'>,
): void {
  const used = new Set<string>()
  const answer = (response: FrameResponse): void => port.postMessage(response)

  async function handle(data: unknown): Promise<void> {
    const request = frameRequest.safeParse(data)
    const id = request.success ? request.data.id : idOf(data)
    if (id === undefined || used.has(id)) return
    used.add(id)
    if (!request.success) return answer({ id, ok: false, failure: 'invalidParameters' })
    try {
      answer({ id, ok: true, result: await run(request.data.method, request.data.params) })
    } catch (error) {
      if (error instanceof FrameRefusal)
        return answer({ id, ok: false, failure: error.failure, ...error.detail })
      onFailure(error)
      answer({ id, ok: false, failure: 'signFailed' })
    }
  }
  port.addEventListener('message', ({ data }) => void handle(data))
  port.start()
}

/** Of a message that is no request, where it has one to be answered under. */
function idOf(data: unknown): string | undefined {
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined
  const parsed = frameConnect.shape.id.safeParse(id)
  return parsed.success ? parsed.data : undefined
}
