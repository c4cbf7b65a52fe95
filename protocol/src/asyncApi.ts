/** The reference of the socket as an AsyncAPI 3.0 document, made from the channels and their schemas. */
import { CHANNELS, CLOSE_CODES, SOCKET_FRAMES, type SocketChannel } from './channels.ts'
import { KLINE_INTERVALS } from './enums.ts'
import { jsonSchema } from './openApi.ts'

type Json = Readonly<Record<string, unknown>>

/** What holds for the socket as a whole; backquotes mark what is written so on the wire. */
export const SOCKET_DESCRIPTION = `One socket at \`/ws-api\` (also \`/ws\`) carries every channel. Its query may name \`version=1.0\`, a \`listenKey\` for the private
channel, \`encoding=text\` or \`encoding=binary\` (frames of the exchange are binary UTF-8 JSON at \`/ws-api\` and text at \`/ws\`
otherwise), and \`partial=1\`, with which \`tickers\` carries changed markets alone. Clients speak JSON text.

The exchange says nothing before the client does. A subscription is acknowledged once, before its first data; a request
with anything unknown in it is refused as a whole (at \`/ws\` only where nothing of it is known), and the socket stays open. Snapshots may be left out for a slow reader,
who then gets the newest; private events never are.`

const PARAMETERS: Readonly<Record<string, Json>> = {
  symbol: { description: 'Symbol of a market, such as BTC-PERP.' },
  tick: { description: 'One of the `tickSizes` of the market, such as 0.5.' },
  interval: { description: 'Length of a candle.', enum: [...KLINE_INTERVALS] },
}

export function asyncApi(): Json {
  const frames = Object.entries(SOCKET_FRAMES)
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Vest feeds',
      version: '1.0',
      description: `${SOCKET_DESCRIPTION}\n\n${CLOSE_CODES.map(([code, text]) => `- \`${code}\`: ${text}`).join('\n')}`,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { exchange: { host: 'localhost:8080', pathname: '/ws-api', protocol: 'ws' } },
    channels: {
      socket: {
        address: '/ws-api',
        description: 'Requests, and what answers them.',
        messages: Object.fromEntries(frames.map(([name]) => [name, message(name)])),
      },
      ...Object.fromEntries(CHANNELS.map((channel) => [channel.name, channelOf(channel)])),
    },
    operations: {
      request: operation('send', 'socket', ['request'], SOCKET_FRAMES.request.summary),
      answer: operation(
        'receive',
        'socket',
        frames.map(([name]) => name).filter((name) => name !== 'request'),
        'What a request is answered with.',
      ),
      ...Object.fromEntries(
        CHANNELS.map(({ name, summary }) => [name, operation('receive', name, [name], summary)]),
      ),
    },
    components: {
      messages: {
        ...Object.fromEntries(
          frames.map(([name, { summary, schema }]) => [
            name,
            { summary, payload: jsonSchema(schema, 'output') },
          ]),
        ),
        ...Object.fromEntries(CHANNELS.map((channel) => [channel.name, dataMessage(channel)])),
      },
    },
  }
}

const message = (name: string): Json => ({ $ref: `#/components/messages/${name}` })

function channelOf({ name, pattern, summary, cadence, isPrivate }: SocketChannel): Json {
  const parameters = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!)
  return {
    address: pattern,
    description: `${summary} ${cadence}${isPrivate ? ' Needs a listen key.' : ''}`,
    ...(parameters.length === 0
      ? {}
      : { parameters: Object.fromEntries(parameters.map((each) => [each, PARAMETERS[each]])) }),
    messages: { [name]: message(name) },
  }
}

/** Data come in an envelope that names their channel. */
const dataMessage = ({ summary, data, fields }: SocketChannel): Json => ({
  summary,
  payload: {
    type: 'object',
    properties: { channel: { type: 'string' }, data: jsonSchema(data, 'output', fields) },
    required: ['channel', 'data'],
  },
})

const operation = (action: string, channel: string, names: readonly string[], summary: string): Json => ({
  action,
  channel: { $ref: `#/channels/${channel}` },
  summary,
  messages: names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
})
