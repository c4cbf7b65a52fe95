/**
 * The socket server at /ws-api and /ws. Whatever is wrong with a connection is said after the upgrade by a close
 * frame, because browsers cannot read HTTP statuses of an upgrade. Before the first message of the client
 * nothing is sent.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import {
  type Hex,
  SOCKET_CLOSE,
  socketRequest,
  type SocketCloseCode,
  type SocketRequest,
  type SubscriptionOutcome,
  REFUSAL,
} from '@vest/protocol'
import type { Clock } from '@vest/runtime'
import type { Access } from '../access/createAccess.ts'
import { isExtension, isOwnPage } from '../access/ownPages.ts'
import type { EdgeView } from '../edgeView.ts'
import {
  SOCKET_CHANNELS_MAX,
  SOCKET_MESSAGE_BYTES_MAX,
  SOCKET_PING_INTERVAL_MS,
  SOCKET_PROBE_INTERVAL_MS,
  SOCKET_SILENCE_MS_MAX,
  SOCKETS_PER_ADDRESS_MAX,
} from '../limits.ts'
import { networkOf } from '../networkOf.ts'
import { allows } from '../rest/ipAllowList.ts'
import { isChannelFault, parseChannel, PRIVATE_CHANNEL, type Channel, type ChannelFault } from './channel.ts'
import { Connection, LISTEN_KEY_EXPIRED, READING_TOO_SLOWLY } from './connection.ts'
import { createMessage, type FrameEncoding } from './frame.ts'
import type { ListenKeys } from './listenKeys.ts'
import type { Publisher } from './publisher.ts'

export interface SocketServerOptions {
  readonly server: Server
  readonly view: EdgeView
  readonly listenKeys: ListenKeys
  readonly clock: Clock
  readonly publisher: Publisher
  readonly access: Access
  /** Sockets beside the API, by path: for our own pages, extensions and programs. */
  readonly extraSockets?: ReadonlyMap<string, (socket: WebSocket) => void>
  readonly pingIntervalMs?: number
  readonly silenceMs?: number
}

export interface SocketServer {
  connectionCount(): number
  /** Closed because they read too slowly. */
  evictedCount(): number
  /** Says 1012 to every connection and waits until they are gone. */
  stop(): Promise<void>
}

/** Clients of `/ws` read text; those of `/ws-api` blobs. Where they wish otherwise they say so. */
const ENCODINGS: ReadonlyMap<string, FrameEncoding> = new Map([
  ['/ws-api', 'binary'],
  ['/ws', 'text'],
])
/** Here what is known of a subscription is applied, and told beside what is not; elsewhere it is all or nothing. */
const LENIENT_PATH = '/ws'
const VERSION = '1.0'
/** Requests name a path; a URL needs an origin. */
const BASE = 'http://localhost'
const PONG = createMessage({ data: 'PONG' })

export function startSocketServer(options: SocketServerOptions): SocketServer {
  const { server, listenKeys, publisher } = options
  const connections = new Set<Connection>()
  const extras = new Set<WebSocket>()
  const perNetwork = new Map<string, number>()
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: SOCKET_MESSAGE_BYTES_MAX,
  })
  let stopping = false
  let evicted = 0

  const onUpgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    const path = request.url ?? '/'
    const url = URL.canParse(path, BASE) ? new URL(path, BASE) : undefined
    const serveExtra = url && options.extraSockets?.get(url.pathname)
    if (url === undefined || !(ENCODINGS.has(url.pathname) || serveExtra)) return refuseUpgrade(raw, 404)
    if (stopping) return refuseUpgrade(raw, 503)
    const { access } = options
    if (!access.isKnown(request.headers.host)) return refuseUpgrade(raw, 421)
    if (serveExtra !== undefined) {
      if (!isOwnPage(request.headers) && !isExtension(request.headers)) return refuseUpgrade(raw, 403)
      return wss.handleUpgrade(request, raw, head, (ws) => {
        extras.add(ws)
        ws.on('close', () => extras.delete(ws))
        ws.on('error', () => undefined)
        serveExtra(ws)
      })
    }
    const isExempt = access.isExempt(request.headers)
    wss.handleUpgrade(request, raw, head, (ws) =>
      accept(ws, raw, url, { address: access.addressOf(request), isExempt }),
    )
  }

  const accept = (
    ws: WebSocket,
    raw: Duplex,
    url: URL,
    { address, isExempt }: { readonly address: string; readonly isExempt: boolean },
  ): void => {
    const { pathname, searchParams: query } = url
    // A broken peer is closed by ws itself; the close event does the rest.
    ws.on('error', () => undefined)
    const fault =
      greet(query, options, address) ?? (!isExempt && isCrowded(address) ? TOO_MANY_SOCKETS : undefined)
    if (fault) return ws.close(fault.code, fault.reason)
    const listenKey = query.get('listenKey')
    const found = listenKey ? listenKeys.find(listenKey) : undefined
    const connection = new Connection({
      ws,
      raw,
      address,
      encoding: encodingOf(pathname, query),
      isLenient: pathname === LENIENT_PATH,
      isPartial: query.get('partial') === '1',
      ...(listenKey && found?.state === 'valid'
        ? { session: { account: found.account, apiKeyHash: found.apiKeyHash, listenKey } }
        : {}),
      onDrained: (each, withheld) => publisher.resend(each, withheld),
      onClosing: (reason) => {
        if (reason === READING_TOO_SLOWLY) evicted += 1
      },
    })
    connections.add(connection)
    // A program of our own takes no customer's place.
    const network = isExempt ? undefined : networkOf(address)
    if (network !== undefined) perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
    ws.on('message', (data) => receive(connection, data))
    ws.on('pong', () => (connection.lastHeardMs = performance.now()))
    ws.on('ping', () => (connection.lastHeardMs = performance.now()))
    ws.on('close', () => {
      publisher.remove(connection)
      connections.delete(connection)
      if (network === undefined) return
      const left = (perNetwork.get(network) ?? 1) - 1
      if (left > 0) perNetwork.set(network, left)
      else perNetwork.delete(network)
    })
  }
  const isCrowded = (address: string): boolean =>
    (perNetwork.get(networkOf(address)) ?? 0) >= SOCKETS_PER_ADDRESS_MAX

  const receive = (connection: Connection, data: RawData): void => {
    connection.lastHeardMs = performance.now()
    if (!connection.mayReceive()) return connection.close(SOCKET_CLOSE.TRY_AGAIN_LATER, 'sending too fast')
    answer(options, connection, textOf(data))
  }

  const heartbeat = setInterval(() => {
    const nowMs = performance.now()
    for (const connection of connections) {
      if (nowMs - connection.lastHeardMs >= (options.silenceMs ?? SOCKET_SILENCE_MS_MAX))
        connection.options.ws.terminate()
      else connection.options.ws.ping()
    }
  }, options.pingIntervalMs ?? SOCKET_PING_INTERVAL_MS).unref()

  const probes = setInterval(() => {
    const nowMs = performance.now()
    for (const connection of connections) connection.probe(nowMs)
  }, SOCKET_PROBE_INTERVAL_MS).unref()

  const unsubscribe = listenKeys.onEnd((key) => {
    for (const connection of connections)
      if (connection.options.session?.listenKey === key)
        connection.close(SOCKET_CLOSE.LISTEN_KEY_EXPIRED, LISTEN_KEY_EXPIRED)
  })
  server.on('upgrade', onUpgrade)
  return {
    connectionCount: () => connections.size,
    evictedCount: () => evicted,
    stop: async () => {
      stopping = true
      clearInterval(heartbeat)
      clearInterval(probes)
      unsubscribe()
      const gone = [...connections].map(
        ({ options: { ws } }) => new Promise<void>((resolve) => ws.once('close', () => resolve())),
      )
      for (const connection of connections) connection.close(SOCKET_CLOSE.SERVICE_RESTART, 'service restart')
      await Promise.all(gone)
      for (const ws of extras) ws.terminate()
      server.off('upgrade', onUpgrade)
      wss.close()
    },
  }
}

// ---------------------------------------------------------------- the first look

interface Fault {
  readonly code: SocketCloseCode
  readonly reason: string
}
const TOO_MANY_SOCKETS: Fault = { code: SOCKET_CLOSE.TRY_AGAIN_LATER, reason: 'too many sockets' }

const UNKNOWN_KEY: Fault = { code: SOCKET_CLOSE.LISTEN_KEY_NOT_FOUND, reason: 'listen key not found' }
const EXPIRED_KEY: Fault = { code: SOCKET_CLOSE.LISTEN_KEY_EXPIRED, reason: LISTEN_KEY_EXPIRED }

/** Why this connection cannot be: version, account group (looked at with a listen key only), listen key. */
function greet(
  query: URLSearchParams,
  options: Pick<SocketServerOptions, 'listenKeys' | 'view' | 'clock'>,
  address: string,
): Fault | undefined {
  if ((query.get('version') ?? VERSION) !== VERSION)
    return { code: SOCKET_CLOSE.WRONG_VERSION, reason: 'wrong version' }
  const listenKey = query.get('listenKey')
  if (!listenKey) return undefined
  const group = query.get('xwebsocketserver') ?? query.get('websocketserver')
  if (group && !/^restserver\d{1,4}$/.test(group))
    return { code: SOCKET_CLOSE.ACCOUNT_GROUP_INVALID, reason: 'account group invalid' }
  const found = options.listenKeys.find(listenKey)
  switch (found.state) {
    case 'valid':
      return checkApiKey(found.apiKeyHash, options, address)
    case 'expired':
      return EXPIRED_KEY
    case 'unknown':
      return UNKNOWN_KEY
  }
}

/** The API key behind a listen key, as a request with it would be judged; to a stranger's address there is none. */
function checkApiKey(
  apiKeyHash: Hex,
  { view, clock }: Pick<SocketServerOptions, 'view' | 'clock'>,
  address: string,
): Fault | undefined {
  const holder = view.keys.validHolder(apiKeyHash, clock.nowMs())
  if (holder === undefined) return EXPIRED_KEY
  return holder.program === undefined || allows(holder.program.ipAllowList, address) ? undefined : UNKNOWN_KEY
}

function encodingOf(pathname: string, query: URLSearchParams): FrameEncoding {
  const wish = query.get('encoding')
  return wish === 'text' || wish === 'binary' ? wish : ENCODINGS.get(pathname)!
}

const REFUSED_UPGRADE = {
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  503: 'Service Unavailable',
} as const

function refuseUpgrade(raw: Duplex, status: keyof typeof REFUSED_UPGRADE): void {
  raw.end(`HTTP/1.1 ${status} ${REFUSED_UPGRADE[status]}\r\nConnection: close\r\n\r\n`)
}

// ---------------------------------------------------------------- requests

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}

function answer(options: SocketServerOptions, connection: Connection, text: string): void {
  const request = readRequest(text)
  if (!request.ok)
    return connection.send(channelError(request.id, REFUSAL.INVALID_PARAMETER, request.fault, request.fault))
  const { method, params = [], id } = request.value
  switch (method) {
    case 'PING':
      return connection.send(PONG)
    case 'UNSUBSCRIBE':
      for (const name of params) options.publisher.unsubscribe(connection, name)
      return connection.send(createMessage({ result: null, id: id ?? null }))
    case 'SUBSCRIBE':
      return subscribe(options, connection, params, id ?? null)
  }
}

/**
 * All channels of the request or none: a fault in one leaves everything as it was. On the lenient path those that are
 * known are applied, and the acknowledgement says what became of each; where none is known nothing is acknowledged.
 */
function subscribe(
  options: SocketServerOptions,
  connection: Connection,
  params: readonly string[],
  id: number | null,
): void {
  const wanted: { readonly name: string; readonly channel: Channel }[] = []
  const rejected: { readonly name: string; readonly reason: ChannelFault['kind'] }[] = []
  for (const name of new Set(params)) {
    const channel = parseChannel(name, (symbol) => options.view.market(symbol)?.spec.priceDecimals)
    if (isChannelFault(channel)) rejected.push({ name, reason: channel.kind })
    else wanted.push({ name, channel })
  }
  const [fault] = rejected
  if (fault !== undefined && !(connection.options.isLenient && wanted.length > 0)) {
    const code = fault.reason === 'unknown symbol' ? REFUSAL.BAD_SYMBOL : REFUSAL.INVALID_PARAMETER
    return connection.send(channelError(id, code, fault.reason, `${fault.reason}: ${fault.name}`))
  }
  if (wanted.some(({ name }) => name === PRIVATE_CHANNEL) && connection.options.session === undefined)
    return connection.close(SOCKET_CLOSE.LISTEN_KEY_REQUIRED, 'listen key required')
  const added = wanted.filter(({ name }) => !connection.channels.has(name))
  if (connection.channels.size + added.length > SOCKET_CHANNELS_MAX)
    return connection.send(
      channelError(
        id,
        REFUSAL.INVALID_PARAMETER,
        'too many channels',
        `more than ${SOCKET_CHANNELS_MAX} channels`,
      ),
    )
  connection.send(
    createMessage({
      result: null,
      id,
      ...(fault === undefined ? {} : { subscription_outcomes: outcomesOf(params, rejected) }),
    }),
  )
  for (const { name, channel } of added) options.publisher.subscribe(connection, name, channel)
}

/** Of every channel that was named, in that order. */
function outcomesOf(
  params: readonly string[],
  rejected: readonly { readonly name: string; readonly reason: string }[],
): readonly SubscriptionOutcome[] {
  const reasons = new Map(rejected.map(({ name, reason }) => [name, reason]))
  return [...new Set(params)].map((requested) => {
    const reason = reasons.get(requested) ?? null
    return { requested, status: reason === null ? 'registered' : 'rejected', reason }
  })
}

type ReadRequest =
  | { readonly ok: true; readonly value: SocketRequest }
  | { readonly ok: false; readonly id: number | null; readonly fault: 'malformed message' | 'unknown method' }

function readRequest(text: string): ReadRequest {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { ok: false, id: null, fault: 'malformed message' }
  }
  const parsed = socketRequest.safeParse(raw)
  if (parsed.success) return { ok: true, value: parsed.data }
  const { id, method } = (typeof raw === 'object' && raw !== null ? raw : {}) as {
    id?: unknown
    method?: unknown
  }
  const isUnknownMethod = typeof method === 'string' && !socketRequest.shape.method.safeParse(method).success
  return {
    ok: false,
    id: Number.isSafeInteger(id) ? (id as number) : null,
    fault: isUnknownMethod ? 'unknown method' : 'malformed message',
  }
}

const channelError = (id: number | null, code: number, error: string, msg: string) =>
  createMessage({ type: 'channel.error', id, code, error, msg })
