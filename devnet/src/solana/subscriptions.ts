/**
 * Subscriptions over one WebSocket: signatures, accounts, logs, slots. A socket without subscriptions costs nothing; slots are
 * counted only while they have a listener.
 */
import type { RawData, WebSocket } from 'ws'
import type { Cluster, LandedTransaction } from './cluster.ts'
import { readCall } from './answerRpc.ts'
import { SLOT_MS } from './clusterTime.ts'
import { accountJson, BadParameterError } from './rpcEncodings.ts'
import { addressOf, commitmentOf, isFinal, optionsOf, signatureOf } from './rpc/rpcParameters.ts'
import { mintOf } from './tokenAccounts.ts'

const SUBSCRIPTIONS_MAX = 100
/** More than a signed transaction that is sent through the socket. */
export const SOCKET_MESSAGE_BYTES_MAX = 16_384

type Stop = () => void
type Notify = (method: string, result: unknown) => void

export function serveSubscriptions(options: {
  readonly cluster: Cluster
  readonly socket: WebSocket
  /** Other methods, as over HTTP. */
  readonly answer: (body: unknown) => Promise<unknown>
}): void {
  const { cluster, socket, answer } = options
  const { time } = cluster
  const stops = new Map<number, Stop>()
  let next = 0
  const send = (message: object): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
  const context = () => ({ slot: time.slot() })

  const kinds: Readonly<Record<string, (params: readonly unknown[], notify: Notify, end: Stop) => Stop>> = {
    signatureSubscribe([signature, input], notify, end) {
      const wanted = signatureOf(signature)
      const when = atCommitment(input, (landed) => {
        notify('signatureNotification', { context: context(), value: { err: landed.fault ?? null } })
        end()
      })
      const known = cluster.transaction(wanted)
      if (known !== undefined) when.tell(known)
      const unsubscribe = cluster.onLanded((landed) => {
        if (landed.parts.signature === wanted) when.tell(landed)
      })
      return () => [unsubscribe, when.stop].forEach((stop) => stop())
    },
    accountSubscribe([at, input], notify) {
      const address = addressOf(at)
      const encoding = optionsOf(input)['encoding']
      const when = atCommitment(input, () => {
        const account = cluster.account(address)
        const value =
          account &&
          accountJson(account, {
            encoding: typeof encoding === 'string' ? encoding : 'binary',
            decimalsOf: (mint) => {
              const found = cluster.account(mint)
              return (found && mintOf(found))?.decimals ?? 0
            },
          })
        notify('accountNotification', { context: context(), value: value ?? GONE })
      })
      const unsubscribe = cluster.onLanded((landed) => {
        if (landed.keys.includes(address)) when.tell(landed)
      })
      return () => [unsubscribe, when.stop].forEach((stop) => stop())
    },
    logsSubscribe([filter, input], notify) {
      const mentions = optionsOf(filter)['mentions']
      const address = Array.isArray(mentions) ? addressOf(mentions[0]) : undefined
      const when = atCommitment(input, (landed) =>
        notify('logsNotification', {
          context: context(),
          value: { signature: landed.parts.signature, err: landed.fault ?? null, logs: landed.logs },
        }),
      )
      const unsubscribe = cluster.onLanded((landed) => {
        if (address === undefined || landed.keys.includes(address)) when.tell(landed)
      })
      return () => [unsubscribe, when.stop].forEach((stop) => stop())
    },
    slotSubscribe(_params, notify) {
      let told = -1
      const timer = setInterval(() => {
        const slot = time.slot()
        if (slot === told) return
        told = slot
        notify('slotNotification', { slot, parent: Math.max(0, slot - 1), root: time.finalSlot() })
      }, SLOT_MS)
      return () => clearInterval(timer)
    },
  }

  /** Now, or when it is final. */
  function atCommitment(input: unknown, tell: (landed: LandedTransaction) => void) {
    const timers = new Set<NodeJS.Timeout>()
    const later = (landed: LandedTransaction): void => {
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          if (landed.slot <= time.finalSlot()) tell(landed)
          else later(landed)
        },
        Math.max(1, time.untilFinalMs(landed.slot)),
      )
      timers.add(timer)
    }
    return {
      tell: (landed: LandedTransaction) =>
        !isFinal(commitmentOf(input)) || landed.slot <= time.finalSlot()
          ? queueMicrotask(() => tell(landed))
          : later(landed),
      stop: () => timers.forEach(clearTimeout),
    }
  }

  function end(subscription: number): boolean {
    const stop = stops.get(subscription)
    stop?.()
    return stops.delete(subscription)
  }

  async function receive(data: RawData): Promise<void> {
    const body = parsed(data)
    const call = Array.isArray(body) ? undefined : readCall(body)
    const method = call?.method ?? ''
    if (call === undefined || !/(Subscribe|Unsubscribe)$/.test(method))
      return send((await answer(body)) as object)
    const { id, params } = call
    if (method.endsWith('Unsubscribe')) return send({ id, result: end(Number(params[0])) })
    const start = kinds[method]
    if (start === undefined) return send({ id, error: { code: -32601, message: 'Method not found' } })
    if (stops.size >= SUBSCRIPTIONS_MAX)
      return send({ id, error: { code: -32005, message: `At most ${SUBSCRIPTIONS_MAX} subscriptions` } })
    const subscription = (next += 1)
    try {
      const notify: Notify = (name, result) => send({ method: name, params: { subscription, result } })
      // Nothing is told before this turn has ended, so the number goes out before anything that bears it.
      stops.set(
        subscription,
        start(params, notify, () => void end(subscription)),
      )
      send({ id, result: subscription })
    } catch (error) {
      if (!(error instanceof BadParameterError)) throw error
      send({ id, error: { code: -32602, message: `Invalid param: ${error.message}` } })
    }
  }

  socket.on('message', (data) => void receive(data))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const stop of stops.values()) stop()
    stops.clear()
  })
}

const GONE = {
  lamports: 0,
  owner: '11111111111111111111111111111111',
  executable: false,
  rentEpoch: 0,
  space: 0,
  data: ['', 'base64'],
}

function parsed(data: RawData): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : '')
  } catch {
    return undefined
  }
}
