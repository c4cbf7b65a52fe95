/**
 * The wire protocol against a running stack, statement by statement. Numbers in brackets behind `wire` are those
 * of the protocol's list of conformance statements; every answer is parsed by the schemas that clients use.
 */
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { createBot, type Bot } from '../world/bot.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from '../world/stack.ts'
import { amendments } from './amendments.ts'
import { badInput } from './badInput.ts'
import { contractWallets } from './contractWallets.ts'
import { deposits } from './deposits.ts'
import { everyMember } from './everyMember.ts'
import { guardrails } from './guardrails.ts'
import { lp } from './lp.ts'
import { marketData } from './marketData.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { orderWrites } from './orderWrites.ts'
import { registration } from './registration.ts'
import { shapes } from './shapes.ts'
import { signIn } from './signIn.ts'
import { socket } from './socket.ts'
import { socketDetails } from './socketDetails.ts'
import { suspense } from './suspense.ts'
import { transfers } from './transfers.ts'
import { transport } from './transport.ts'
import { createWireWitness } from './wireWitness.ts'
import type { World } from './world.ts'

describe('conformance', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  let trader: Bot
  let rival: Bot
  let firstTickers: unknown
  const world = (): World => ({ stack, baseUrl: stack.baseUrl, trader, rival, witness })

  const witness = createWireWitness(({ outside }) => outside === undefined)

  beforeAll(async () => {
    witness.listen()
    stack = await startStack({ dataDir, flow: false })
    firstTickers = await (await fetch(`${stack.baseUrl}/v2/ticker/latest`)).json()
    trader = await createBot({ baseUrl: stack.baseUrl })
    rival = await createBot({ baseUrl: stack.baseUrl })
  }, 240_000)
  afterAll(async () => {
    witness.leave()
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  transport(world)
  marketData(world, () => firstTickers)
  registration(world)
  signIn(world)
  orders(world)
  orderWrites(world)
  socket(world)
  socketDetails(world)
  transfers(world)
  deposits(world)
  suspense(world)
  contractWallets(world)
  lp(world)
  notices(world)
  amendments(world)
  guardrails(world)
  shapes(world)
  badInput(world)
  // Last: it says what none of the others has seen.
  everyMember(world)
})
