/**
 * The schemas of every answer, for the optional validation mode. Only `import()` reaches this module, so that a browser
 * bundle without validation needs no schema library; everyone else takes its types alone.
 */
import {
  type CallName,
  CALLS,
  depthResponse,
  devnetStateResponse,
  faucetResponse,
  klineMessage,
  privateMessage,
  ticker,
  tickersResponse,
  tradeRow,
} from '@vest/protocol'
import { FormatError } from './errors.ts'

/** Of what a local exchange answers beside the calls. */
const DEVNET_SCHEMAS = { devnetFaucet: faucetResponse, devnetState: devnetStateResponse }
export type CheckedName = CallName | keyof typeof DEVNET_SCHEMAS

/** Throws FormatError where an answer differs from its schema. */
export const checkResponse = (name: CheckedName, body: unknown): void =>
  check(
    name === 'devnetFaucet' || name === 'devnetState' ? DEVNET_SCHEMAS[name] : CALLS[name].answer,
    name,
    body,
  )

/** Throws FormatError where a channel's data differ from their schema. */
export function checkChannelData(channel: string, data: unknown): void {
  const kind = channel.slice(channel.indexOf('@') + 1)
  if (channel === 'tickers') return check(tickersResponse.shape.tickers, channel, data)
  if (channel === 'account_private') return check(privateMessage, channel, data)
  if (kind === 'ticker') return check(ticker, channel, data)
  if (kind === 'depth' || kind.startsWith('depth_')) return check(depthResponse, channel, data)
  if (kind === 'trades') return check(tradeRow, channel, data)
  if (kind.startsWith('kline_')) return check(klineMessage, channel, data)
  throw new FormatError(`no schema for channel ${channel}`)
}

interface Schema {
  safeParse(value: unknown): {
    success: boolean
    error?: { issues: readonly { path: PropertyKey[]; message: string }[] }
  }
}

function check(schema: Schema, name: string, value: unknown): void {
  const result = schema.safeParse(value)
  if (result.success) return
  const issues = (result.error?.issues ?? []).slice(0, 5)
  throw new FormatError(
    `${name}: ${issues.map((issue) => `${issue.path.map(String).join('.')} ${issue.message}`).join('; ')}`,
  )
}
