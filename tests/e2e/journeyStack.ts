/**
 * The stack of the journeys that need one like every other: one for all of them, in all workers. The first that asks
 * has it started; it is stopped after the last, and must end well. A journey brings a wallet of its own and leaves
 * the exchange as it is for others; one that kills, stops or configures it starts its own (`startStack`).
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { removeDataDir, startStack, type Stack } from '../world/stack.ts'

/** Where the runner, which starts it, is asked for its address. */
const DOOR = 'VEST_JOURNEY_STACK'

/** In the process of the runner, around all workers (`globalSetup`): what it returns is called after the last of them. */
export default async function offerStack(): Promise<() => Promise<void>> {
  let starting: Promise<Stack> | undefined
  const door = createServer((_, response) => {
    starting ??= startStack()
    starting.then(
      ({ baseUrl }) => response.end(baseUrl),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  process.env[DOOR] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  return async () => {
    door.close()
    const stack = await starting
    if (stack === undefined) return
    expect(await stack.stop()).toBe(0)
    removeDataDir(stack.dataDir)
  }
}

/** Called while tests are declared; what it returns may be read inside them. */
export function journeyStack(): Pick<Stack, 'baseUrl'> {
  let baseUrl: string
  test.beforeAll(async () => {
    const answer = await fetch(process.env[DOOR]!)
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    baseUrl = text
  })
  return {
    get baseUrl() {
      return baseUrl
    },
  }
}
