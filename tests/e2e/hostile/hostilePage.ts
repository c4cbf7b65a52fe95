/**
 * A page of another origin on this machine, and what it would do to an exchange that listens beside it. Each attempt says
 * what came of it, as far as the page can tell: a browser hides most refusals from the page they are for.
 */
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'

export interface HostileSite {
  readonly url: string
  stop(): Promise<void>
}

/** An empty page: what it does is done by the tests. */
export async function startHostileSite(): Promise<HostileSite> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>hostile</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    // The name that the exchange has, too: the same site, another origin.
    url: `http://localhost:${port}/`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What a page reads of an answer; `blocked` where the browser shows it none. */
export interface Attempt {
  readonly status: number | 'blocked' | 'opaque'
  readonly text: string
}

/** As a page asks that wants to read the answer, and as one that only wants it to happen. */
export const attempt = (page: Page, url: string, body?: unknown): Promise<readonly Attempt[]> =>
  page.evaluate(
    async ([target, sent]) => {
      const ways: RequestInit[] =
        sent === undefined
          ? [{}, { mode: 'no-cors' }, { mode: 'no-cors', credentials: 'include' }]
          : [
              { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent },
              { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: sent },
              { method: 'POST', mode: 'no-cors', body: new Blob([sent]) },
            ]
      const seen = []
      for (const way of ways)
        seen.push(
          await fetch(target!, way).then(
            async (answer) => ({
              status: answer.type === 'opaque' ? ('opaque' as const) : answer.status,
              text: await answer.text(),
            }),
            () => ({ status: 'blocked' as const, text: '' }),
          ),
        )
      return seen
    },
    [url, body === undefined ? undefined : JSON.stringify(body)] as const,
  )

/** How many of so many requests at once, without and with a picture's way of asking, came to anything readable. */
export const flood = (page: Page, url: string, count: number): Promise<number> =>
  page.evaluate(
    async ([target, times]) => {
      const asked = Array.from({ length: times }, async (_, n) => {
        if (n % 2 === 0)
          return fetch(target, { mode: 'no-cors' }).then(
            async (answer) => (await answer.text()).length,
            () => 0,
          )
        const picture = new Image()
        const ended = new Promise<number>((resolve) => {
          picture.onload = () => resolve(1)
          picture.onerror = () => resolve(0)
        })
        picture.src = `${target}?${n}`
        return ended
      })
      return (await Promise.all(asked)).filter((length) => length > 0).length
    },
    [url, count] as const,
  )

/** Whether a page can open a socket there, which no rule of origins keeps it from. */
export const opensSocket = (page: Page, url: string): Promise<boolean> =>
  page.evaluate(
    (target) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(target)
        socket.onopen = () => resolve(true)
        socket.onerror = () => resolve(false)
      }),
    url,
  )

/** Where the local chain of these processes listens: what a page would have to find. */
export function chainAddress(pids: readonly number[]): { readonly host: string; readonly port: number } {
  for (const pid of pids) {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const host = args[args.indexOf('--host') + 1]
    if (!args.includes('--host') || host === undefined) continue
    // The kernel writes an address as one number in the machine's own order.
    const hex = host
      .split('.')
      .reverse()
      .map((part) => Number(part).toString(16).padStart(2, '0').toUpperCase())
      .join('')
    const line = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .find((one) => one.includes(`: ${hex}:`) && / 0A /.test(one))
    const port = line?.split(`: ${hex}:`)[1]?.slice(0, 4)
    if (port !== undefined) return { host, port: Number.parseInt(port, 16) }
  }
  throw new Error('no local chain listens')
}
