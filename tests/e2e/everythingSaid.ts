/**
 * All that leaves a page or stays behind in it, as texts with the place where each was found: requests with their
 * headers and bodies, answers, sockets, the console, errors, storage, databases, cookies, the address, the document.
 * A secret is looked for in all of them, in every form in which code might write it down.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

export interface Said {
  /** Such as "POST /v2/orders body". */
  readonly place: string
  readonly text: string
}

/** Call before the page is opened. */
export function listenToEverything(page: Page): Said[] {
  const said: Said[] = []
  const say = (place: string, text: string | null | undefined): void => {
    if (text) said.push({ place, text })
  }
  page.on('console', (message) => say('console', message.text()))
  page.on('pageerror', (error) => say('error', `${error.message}\n${error.stack}`))
  page.on('request', (request) => {
    const name = `${request.method()} ${new URL(request.url()).pathname}`
    say(`${name} address`, decodeURIComponent(request.url()))
    say(`${name} body`, request.postData())
    for (const [header, value] of Object.entries(request.headers())) say(`${name} ${header}`, value)
  })
  page.on('response', async (response) => {
    const name = `${response.request().method()} ${new URL(response.url()).pathname}`
    // The console says that one was refused, and not which.
    if (response.status() >= 400)
      say('refusal', `${name} ${response.status()} ${await response.text().catch(() => '')}`)
    if (response.headers()['content-type']?.includes('json') !== true) return
    // A page that is left takes its answers along.
    say(`${name} answer`, await response.text().catch(() => undefined))
  })
  page.on('websocket', (socket) => {
    const path = new URL(socket.url()).pathname
    say(`${path} address`, socket.url())
    socket.on('framesent', ({ payload }) => say(`${path} sent`, payload.toString()))
    socket.on('framereceived', ({ payload }) => say(`${path} received`, payload.toString()))
  })
  return said
}

/** What lies in the page at this moment. */
export const leftInPage = (page: Page): Promise<Said[]> =>
  page.evaluate(async () => {
    const left: { place: string; text: string }[] = []
    for (const [place, storage] of [
      ['local storage', localStorage],
      ['session storage', sessionStorage],
    ] as const)
      for (const [key, value] of Object.entries(storage))
        left.push({ place, text: `${key}=${String(value)}` })
    left.push({ place: 'cookies', text: document.cookie })
    left.push({ place: 'address', text: decodeURIComponent(location.href) })
    left.push({ place: 'history', text: JSON.stringify(history.state) })
    left.push({ place: 'document', text: document.documentElement.outerHTML })
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value)
    left.push({ place: 'fields', text: fields.join('\n') })
    const wait = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error!))
      })
    /** Bytes as the characters they would be. */
    const readable = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return readable(new Uint8Array(value))
      if (value instanceof Uint8Array) return String.fromCharCode(...value)
      if (typeof value !== 'object' || value === null) return String(value)
      return Object.entries(value)
        .map(([key, inner]) => `${key}:${readable(inner)}`)
        .join('\n')
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await wait(indexedDB.open(name!))
      for (const table of database.objectStoreNames)
        for (const value of await wait(database.transaction(table).objectStore(table).getAll()))
          left.push({ place: `database ${name}`, text: readable(value) })
      database.close()
    }
    return left
  })

/** A key of hexadecimal digits in the forms in which it could be written down. */
function formsOf(secret: string): readonly string[] {
  const digits = secret.replace(/^0x/, '')
  const bytes = Buffer.from(digits, 'hex')
  return [
    digits,
    digits.toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    [...bytes].join(','),
    BigInt(`0x${digits}`).toString(),
    bytes.toString('latin1'),
  ]
}

/** Places in which the secret stands, in whatever form, each once. */
export function placesOf(secret: string, said: readonly Said[]): readonly string[] {
  const forms = formsOf(secret)
  return [
    ...new Set(
      said.filter(({ text }) => forms.some((form) => text.includes(form))).map(({ place }) => place),
    ),
  ].sort()
}

/** Files under a folder that hold the secret, as text or as bytes. */
export function filesWith(secret: string, folder: string): readonly string[] {
  const forms = formsOf(secret).map((form) => Buffer.from(form, 'latin1'))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => {
      const held = readFileSync(join(folder, name))
      return forms.some((form) => held.includes(form))
    })
}
