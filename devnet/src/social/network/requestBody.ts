/** Bodies of requests, up to the size of a picture. */
import type { IncomingMessage } from 'node:http'
import { SocialError } from './socialError.ts'

const BODY_BYTES_MAX = 8_000_000

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_BYTES_MAX) throw new SocialError(413, 'Too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

export const formOf = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(await textOf(request))

export async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await textOf(request)) as Record<string, unknown>
  } catch {
    throw new SocialError(400, 'No JSON')
  }
}
