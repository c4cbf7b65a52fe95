import {
  REFUSAL,
  FRAME_READY_WITHIN_MS as PROMISED_MS,
  FRAME_VERSION,
  frameConnect,
  frameRequest,
} from '@vest/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createManualClock } from '@vest/sdk/testing/manualClock'
import { FRAME_READY_WITHIN_MS, FrameError, openFrame } from './frameClient.ts'

const WALLET = 'https://wallet.app.example'
const READY = { vest: 'wallet-ready', version: FRAME_VERSION }
const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** A page with a frame that answers as the test wants. */
function createPage() {
  let listener: ((event: MessageEvent) => void) | undefined
  const clock = createManualClock()
  const posted: { data: unknown; origin: string }[] = []
  let port: MessagePort | undefined
  const frame = {
    postMessage(data: unknown, origin: string, given: MessagePort[]) {
      posted.push({ data, origin })
      port = given[0]
      ports.push(port!)
    },
  }
  const place = { load: vi.fn(() => frame), show: vi.fn(), hide: vi.fn(), remove: vi.fn() }
  const onSessionEnded = vi.fn()
  const opening = openFrame({
    walletOrigin: WALLET,
    place: place as never,
    page: {
      addEventListener: (_type: string, given: unknown) => {
        listener = given as typeof listener
      },
      removeEventListener: () => {
        listener = undefined
      },
    } as never,
    clock,
    onSessionEnded,
  })
  return {
    clock,
    place,
    posted,
    opening,
    onSessionEnded,
    say: (event: { origin?: string; source?: unknown; data?: unknown }) =>
      listener?.({ origin: WALLET, source: frame, data: READY, ...event } as unknown as MessageEvent),
    isListening: () => listener !== undefined,
    /** The frame's end of the port. */
    port: () => port!,
  }
}

describe('the way to the wallet’s frame', () => {
  it('[F4] hands its port to the frame at its exact origin, once it has called', async () => {
    const page = createPage()
    page.say({})
    ports.push(page.port())
    await page.opening
    expect(page.place.load).toHaveBeenCalledWith(`${WALLET}/`)
    expect(page.posted.map(({ origin }) => origin)).toEqual([WALLET])
    expect(frameConnect.safeParse(page.posted[0]!.data).success).toBe(true)
    expect(page.isListening()).toBe(false)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a longer origin', { origin: `${WALLET}.evil.example` }],
    ['another window', { source: {} }],
    ['another version', { data: { ...READY, version: 2 } }],
    ['other words', { data: 'wallet-ready' }],
  ])('[F4] hands no port to %s', (_which, event) => {
    const page = createPage()
    page.say(event)
    expect([page.posted, page.isListening()]).toEqual([[], true])
  })

  it('[8.64] gives a frame that does not come fifteen seconds, and takes it out of the page', async () => {
    expect(FRAME_READY_WITHIN_MS).toBe(PROMISED_MS)
    const page = createPage()
    const failed = expect(page.opening).rejects.toMatchObject({ failure: 'initializeFailed' })
    page.clock.advance(FRAME_READY_WITHIN_MS)
    await failed
    expect(page.place.remove).toHaveBeenCalledTimes(1)
    expect(page.isListening()).toBe(false)
  })

  it('asks under an id of its own and takes the answer under it; a refusal keeps its details', async () => {
    const page = createPage()
    page.say({})
    const client = await page.opening
    const asked: unknown[] = []
    page.port().addEventListener('message', ({ data }) => {
      asked.push(data)
      const { id, method } = frameRequest.parse(data)
      page.port().postMessage({ id: crypto.randomUUID(), ok: true, result: 'of another' })
      page
        .port()
        .postMessage(
          method === 'session.resume'
            ? { id, ok: true, result: { user: null, state: 'none' } }
            : { id, ok: false, failure: 'refused', code: REFUSAL.WRONG_CODE, triesLeft: 4 },
        )
    })
    page.port().start()
    expect(await client.call('session.resume', {})).toEqual({ user: null, state: 'none' })
    await expect(client.call('wallet.open', {})).rejects.toMatchObject({
      name: 'FrameError',
      failure: 'refused',
      code: REFUSAL.WRONG_CODE,
      triesLeft: 4,
    })
    expect(new Set(asked.map((each) => (each as { id: string }).id)).size).toBe(2)
  })

  it('shows the frame when it asks to be seen, and says that its session has ended', async () => {
    const page = createPage()
    page.say({})
    await page.opening
    for (const event of [{ event: 'show', heightPx: 480 }, { event: 'hide' }, { event: 'sessionEnded' }])
      page.port().postMessage(event)
    await vi.waitFor(() => expect(page.onSessionEnded).toHaveBeenCalledTimes(1))
    expect([page.place.show.mock.calls, page.place.hide.mock.calls]).toEqual([[[480]], [[]]])
  })

  it('waits as long as a person needs, and for nothing else', async () => {
    const page = createPage()
    page.say({})
    const client = await page.opening
    const withdrawal = client.call('withdrawal.approve', {
      time: 1,
      nonce: 1,
      network: 'evm',
      recipient: '0x',
      token: '0x11',
      size: 1,
      chainId: 1,
    })
    const opened = expect(client.call('wallet.open', {})).rejects.toBeInstanceOf(FrameError)
    page.clock.advance(FRAME_READY_WITHIN_MS)
    await opened
    let isSettled = false
    withdrawal.catch(() => undefined).finally(() => (isSettled = true))
    page.clock.advance(10 * FRAME_READY_WITHIN_MS)
    await Promise.resolve()
    expect(isSettled).toBe(false)
    client.close()
    await expect(withdrawal).rejects.toMatchObject({ failure: 'userExited' })
  })
})
