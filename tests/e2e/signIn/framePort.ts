/** A second frame of the wallet in the page and a port to it, as any script there may have them: its messages without a screen. */
import type { Page } from '@playwright/test'
import { FRAME_VERSION } from '@vest/protocol'

/** Methods that ask a person get no answer before one presses. */
export const ASKS_PERSON = 'withdrawal.approve'
const NO_ANSWER_MS = 1_500
const ANSWER_MS = 20_000

export interface Answer {
  readonly ok: boolean
  readonly failure?: string
  readonly result?: unknown
}

declare global {
  /** The intruder's own way to the frame. */
  var vestTestAsk: (method: string, params: unknown) => Promise<Answer>
}

/** Puts a second frame into the page, in a look of the intruder's choice, and shakes its hand. */
export async function intrude(page: Page, walletOrigin: string, style: string): Promise<void> {
  await page.evaluate(
    async ({ origin, style: look, version }) => {
      const frame = document.createElement('iframe')
      frame.id = 'intruder'
      frame.style.cssText = look
      frame.src = `${origin}/`
      document.body.append(frame)
      const port = await new Promise<MessagePort>((resolve) => {
        addEventListener('message', (event) => {
          if (event.source !== frame.contentWindow) return
          const { port1, port2 } = new MessageChannel()
          const connect = { vest: 'wallet-connect', version, id: crypto.randomUUID() }
          frame.contentWindow!.postMessage(connect, origin, [port2])
          resolve(port1)
        })
      })
      const waiting = new Map<string, (answer: Answer) => void>()
      port.addEventListener('message', ({ data }) => waiting.get(data.id)?.(data))
      port.start()
      globalThis.vestTestAsk = (method, params) =>
        new Promise((resolve) => {
          const id = crypto.randomUUID()
          waiting.set(id, resolve)
          port.postMessage({ id, method, params })
        })
    },
    { origin: walletOrigin, style, version: FRAME_VERSION },
  )
}

/** Undefined: no answer came, because a person would have to press. */
export const ask = (page: Page, method: string, params: unknown): Promise<Answer | undefined> =>
  page.evaluate(
    ([name, given, waitMs]) =>
      Promise.race([
        globalThis.vestTestAsk(name, given),
        new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), waitMs)),
      ]),
    [method, params, method === ASKS_PERSON ? NO_ANSWER_MS : ANSWER_MS] as const,
  )
