import { FRAME_VERSION, frameResponse, type FrameResponse } from '@vest/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CONFIG, createFrameWorld, NOW_MS, signIn } from '../testing/frameWorld.ts'
import { hostileMessages } from '../testing/hostileMessages.ts'
import { answerRequests, connectPage } from './connectPage.ts'

const APP = CONFIG.appOrigins[0]!
const CONNECT = { vest: 'wallet-connect', version: FRAME_VERSION, id: '6f1c1c1e-7d8b-4c1a-9a51-7a3f2f4c8d10' }
const channels: MessageChannel[] = []
const channel = (): MessageChannel => {
  const made = new MessageChannel()
  channels.push(made)
  return made
}
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close()
    port2.close()
  }
})

/** A frame in a window, as far as the way to its parent needs one. */
function createWindow() {
  let listener: ((event: MessageEvent) => void) | undefined
  let ticking: (() => void) | undefined
  const parent = { postMessage: vi.fn() }
  const run = vi.fn(async () => ({}))
  const link = connectPage({
    self: {
      addEventListener: (_type: string, given: unknown) => {
        listener = given as typeof listener
      },
      removeEventListener: () => {
        listener = undefined
      },
    } as unknown as Window,
    parent: parent as unknown as Window,
    appOrigins: CONFIG.appOrigins,
    everySecond: (work) => {
      ticking = work
      return () => {
        ticking = undefined
      }
    },
    run,
    onFailure: () => undefined,
  })
  return {
    parent,
    run,
    link,
    say: (event: { origin?: string; source?: unknown; data?: unknown; ports?: readonly MessagePort[] }) =>
      listener?.({
        origin: APP,
        source: parent,
        data: CONNECT,
        ports: [],
        ...event,
      } as unknown as MessageEvent),
    tick: () => ticking?.(),
    isListening: () => listener !== undefined,
  }
}

/** Sends over a port and waits for what comes back. */
function createPage(port: MessagePort) {
  const answers: FrameResponse[] = []
  port.addEventListener('message', ({ data }) => answers.push(frameResponse.parse(data)))
  port.start()
  return {
    answers,
    send: (message: unknown) => port.postMessage(message),
    async ask(method: string, params: unknown): Promise<FrameResponse> {
      const id = crypto.randomUUID()
      port.postMessage({ id, method, params })
      return vi.waitFor(() => {
        const answer = answers.find((each) => each.id === id)
        if (answer === undefined) throw new Error('no answer yet')
        return answer
      })
    },
  }
}

describe('[F4] the way to the page', () => {
  it('calls its parent at the listed origins alone, until a port has come', () => {
    const frame = createWindow()
    frame.tick()
    expect(frame.parent.postMessage.mock.calls.map(([data, origin]) => [data.vest, origin])).toEqual([
      ['wallet-ready', APP],
      ['wallet-ready', APP],
    ])
    frame.say({ ports: [channel().port2] })
    frame.tick()
    expect(frame.parent.postMessage).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['the origin as a beginning', { origin: `${APP}.evil.example` }],
    ['no origin', { origin: 'null' }],
    ['another window', { source: {} }],
    ['its own window', { source: null }],
    ['another version', { data: { ...CONNECT, version: 2 } }],
    ['no id', { data: { vest: 'wallet-connect', version: FRAME_VERSION } }],
    ['a field more', { data: { ...CONNECT, origin: APP } }],
    ['text', { data: JSON.stringify(CONNECT) }],
    ['nothing', { data: null }],
  ])('does not hear a handshake from %s', (_which, wrong) => {
    const frame = createWindow()
    frame.say({ ports: [channel().port2], ...wrong })
    expect(frame.isListening()).toBe(true)
    frame.say({ ports: [channel().port2] })
    expect(frame.isListening()).toBe(false)
  })

  it('takes one port, once', async () => {
    const frame = createWindow()
    const [first, second] = [channel(), channel()]
    frame.say({ ports: [] })
    frame.say({ ports: [first.port2, second.port2] })
    expect(frame.isListening()).toBe(true)
    frame.say({ ports: [first.port2] })
    frame.say({ ports: [second.port2] })
    const intruder = createPage(second.port1)
    intruder.send({ id: crypto.randomUUID(), method: 'session.resume', params: {} })
    expect(await createPage(first.port1).ask('session.resume', {})).toMatchObject({ ok: true })
    expect([intruder.answers, frame.run.mock.calls.length]).toEqual([[], 1])
  })

  it('answers an id once: what is sent again is not done again', async () => {
    const { port1, port2 } = channel()
    const run = vi.fn(async () => ({}))
    answerRequests(port2, { run, onFailure: () => undefined })
    const page = createPage(port1)
    const request = { id: crypto.randomUUID(), method: 'session.resume', params: {} }
    for (let times = 0; times < 3; times += 1) page.send(request)
    await page.ask('session.resume', {})
    expect(page.answers.filter(({ id }) => id === request.id)).toHaveLength(1)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('a message that is no request is refused under its id, or not heard where it has none', async () => {
    const { port1, port2 } = channel()
    const run = vi.fn(async () => ({}))
    answerRequests(port2, { run, onFailure: () => undefined })
    const page = createPage(port1)
    const id = (): string => crypto.randomUUID()
    for (const message of [
      null,
      7,
      'session.resume',
      [],
      {},
      { id: 'x', method: 'session.resume', params: {} },
    ])
      page.send(message)
    for (const message of [
      { id: id(), method: 'session.resume' },
      { id: id(), method: 'session.resume', params: {}, origin: APP },
      { id: id(), method: 'session', params: {} },
    ])
      page.send(message)
    expect(await page.ask('session.resume', {})).toMatchObject({ ok: true })
    expect(page.answers.filter(({ ok }) => !ok)).toHaveLength(3)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('says nothing of a failure that no refusal explains', async () => {
    const { port1, port2 } = channel()
    const failures: unknown[] = []
    const secret = new Error('the seed is 0x1111')
    answerRequests(port2, { run: () => Promise.reject(secret), onFailure: (error) => failures.push(error) })
    const answer = await createPage(port1).ask('wallet.open', {})
    expect(answer).toEqual({ id: answer.id, ok: false, failure: 'signFailed' })
    expect(failures).toEqual([secret])
  })
})

describe('[T26] a script that got into the page', () => {
  it.each(
    hostileMessages({
      nowMs: NOW_MS,
      token: CONFIG.chains[0]!.token.address,
      vault: CONFIG.chains[0]!.vault,
    }),
  )('gets nothing signed by %s', async (_what, method, params) => {
    const world = createFrameWorld()
    await signIn(world)
    const { port1, port2 } = channel()
    answerRequests(port2, { run: world.frame.run, onFailure: () => undefined })
    const page = createPage(port1)
    const answer = await page.ask(method, params)
    expect(answer).toMatchObject({ ok: false })
    expect(JSON.stringify(answer)).not.toMatch(/0x[0-9a-f]{64}/)
  })

  it('gets what the person could do without being asked: an order, and a deposit into the own account', async () => {
    const world = createFrameWorld()
    await signIn(world)
    const { port1, port2 } = channel()
    answerRequests(port2, { run: world.frame.run, onFailure: () => undefined })
    const page = createPage(port1)
    const cancel = { kind: 'cancel', time: NOW_MS, nonce: 1, id: `0x${'ab'.repeat(32)}` }
    expect(await page.ask('trading.sign', { network: 'evm', actions: [cancel] })).toMatchObject({ ok: true })
    const deposit = { chainId: 42161, value: '1000000', validAfter: 0, validBefore: NOW_MS / 1_000 + 3_600 }
    expect(await page.ask('deposit.authorize', deposit)).toMatchObject({ ok: true })
    expect(world.questions).toEqual([])
  })
})
