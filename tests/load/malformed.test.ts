/**
 * Malformed requests to a running exchange, others in every run: every one is answered in time and in the one form of
 * errors, or in the form of its call; the exchange neither falls over nor grows, and trades on afterwards.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALL_LIST, isErrorCode } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../runtime/src/testing/freePort.ts'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { createPrng } from '../simulation/prng.ts'
import { createBot, type Bot } from '../world/bot.ts'
import { collectGarbage } from '../world/collectGarbage.ts'
import { freshDataDir, removeDataDir, startStack, type Stack, programTokenAt } from '../world/stack.ts'
import { until } from '../world/until.ts'
import { createHostileRequests, type HostileRequest } from './hostileRequests.ts'
import { createPipelinedClient, type NoAnswer, type RawAnswer } from './pipelinedClient.ts'

/** A long run asks for half a million and more. */
const REQUESTS = Number(process.env['VEST_MALFORMED'] ?? 60_000)
const WARM_UP = 20_000
const HEAP_GROWTH_MAX = 20_000_000

describe('malformed requests', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  let bot: Bot
  let operatorPort: number
  let inspectorPort: number
  beforeAll(async () => {
    operatorPort = await freePort()
    inspectorPort = await freePort()
    stack = await startStack({
      dataDir,
      flow: false,
      env: {
        VEST_OPERATOR_PORT: String(operatorPort),
        NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
      },
    })
    bot = await createBot({ baseUrl: stack.baseUrl })
  }, 240_000)
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }

  /** What is held, without what has only not been thrown away yet. */
  const heldBytes = async (): Promise<number> => {
    await collectGarbage(inspectorPort)
    return metric('nodejs_heap_size_used_bytes')
  }

  it(`[8.62] ${REQUESTS.toLocaleString('en')} of them: no 5xx, no silence, no growth, errors in their one form`, async () => {
    const prng = createPrng(RUN_SEED)
    const next = createHostileRequests(prng, {
      apiKeys: [bot.apiKey, bot.apiKey, bot.apiKey, bot.apiKey, 'f'.repeat(64), 'x', '\u00ff'],
      nowMs: Date.now,
      programToken: programTokenAt(stack.port),
    })
    const faults: string[] = []
    const seen = {
      answers: 0,
      refused: 0,
      done: 0,
      closed: 0,
      routes: new Set<string>(),
      codes: new Set<number>(),
    }
    const judge = (request: HostileRequest, answer: RawAnswer | NoAnswer): void => {
      seen.answers += 1
      seen.routes.add(request.call.name)
      // What cannot be read as HTTP ends the connection; a server that stays silent has hung.
      if (answer === 'closed') seen.closed += 1
      else {
        const fault = answer === 'silent' ? 'silence' : faultOf(request, answer)
        if (fault !== undefined && faults.length < 20)
          faults.push(`${fault}: ${JSON.stringify(request.bytes.toString('latin1').slice(0, 1_500))}`)
        if (answer !== 'silent' && answer.status >= 400) {
          seen.refused += 1
          seen.codes.add((JSON.parse(answer.body.toString()) as { code: number }).code)
        } else seen.done += 1
      }
    }
    const send = async (count: number): Promise<void> => {
      let left = count
      const client = createPipelinedClient({
        port: stack.port,
        connections: 8,
        depth: 16,
        silenceMsMax: 5_000,
      })
      await client.run(() => (left-- > 0 ? next() : undefined), judge)
    }

    await send(WARM_UP)
    const heapBefore = await heldBytes()
    await send(REQUESTS - WARM_UP)
    expect(faults).toEqual([])
    expect(seen.answers).toBeGreaterThan(REQUESTS * 0.98)
    expect(seen.refused).toBeGreaterThan(REQUESTS * 0.8)
    expect(seen.closed).toBeLessThan(REQUESTS * 0.02)
    expect(seen.routes).toEqual(new Set(CALL_LIST.map(({ name }) => name)))
    for (const code of [0, 1002, 1022, 1023, 1111, 1116, 1121, 1130, 1131, 1132, 1133])
      expect(seen.codes).toContain(code)
    expect(heapBefore).toBeGreaterThan(1_000_000)
    await until(
      'what the requests needed is given back',
      async () => (await heldBytes()) - heapBefore < HEAP_GROWTH_MAX,
    )
  }, 600_000)

  it('the exchange trades on, and its log knows of no failure', async () => {
    // Another trader: some of the bodies were sound, and have set guardrails of the first.
    const { client } = await createBot({ baseUrl: stack.baseUrl })
    const { id } = await client.placeOrder({
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '0.0100',
      orderType: 'MARKET',
    })
    await until('it is over', async () => (await client.orders({ id }))[0]?.status === 'FILLED')
    const log = readFileSync(join(dataDir, 'vest.log'), 'utf8')
    expect(log).toContain('listening')
    expect(log).not.toMatch(/request failed|"level":(50|60)/)
    const ready = await fetch(`http://127.0.0.1:${operatorPort}/readyz`)
    expect(ready.status).toBe(200)
  })
})

/** undefined = as it should be. */
function faultOf({ call, isOfCall }: HostileRequest, { status, body }: RawAnswer): string | undefined {
  // A part that this exchange lacks says so, in the form of errors.
  const isAbsent = status === 503 && call.outside !== undefined
  if (status >= 500 && !isAbsent) return `status ${status} ${body.toString().slice(0, 200)}`
  let json: unknown
  try {
    json = JSON.parse(body.toString())
  } catch {
    return `an answer that is no JSON, status ${status}`
  }
  if (status >= 400) {
    const { code, msg, detail } = json as { code: number; msg: unknown; detail?: Record<string, unknown> }
    if (typeof msg !== 'string' || detail?.['code'] !== code || detail['msg'] !== msg)
      return `an error of another form: ${body.toString().slice(0, 200)}`
    return code === 0 || isErrorCode(code) ? undefined : `code ${code}`
  }
  if (!isOfCall) return undefined
  const answer = call.answer.safeParse(json)
  return answer.success ? undefined : `${call.name} answered otherwise: ${body.toString().slice(0, 200)}`
}
