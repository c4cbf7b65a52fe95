/** Every call of the exchange has its method, which sends it as the call's file says. */
import { type Call, CALL_LIST, CALLS, type CallName } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerAll, ID, PRIMARY, PRIMARY_KEY, SIGNING_KEY, USDC } from '../testing/answers.ts'
import { startScriptedExchange, type ScriptedExchange } from '../testing/scriptedExchange.ts'
import type { Route } from './calls/route.ts'
import { SENT, type WRITTEN } from './calls/routes.ts'
import { createLocalPrimary, createLocalSigner, createVestClient, type VestClient } from './node.ts'

const symbol = 'BTC-PERP'
const order = { symbol, isBuy: true, size: '1', orderType: 'LIMIT', limitPrice: '1' } as const

/** The compiler asks for a call here whose method is written by hand. */
const BY_HAND: Record<keyof typeof WRITTEN, (vest: VestClient) => Promise<unknown> | unknown> = {
  tickers: (vest) => vest.tickers(),
  tickers24hr: (vest) => vest.tickers24hr(),
  openInterest: (vest) => vest.openInterest(),
  time: (vest) => vest.time(),
  identity: (vest) => vest.identity(),
  register: (vest) =>
    vest.registerSession({
      primary: createLocalPrimary(PRIMARY_KEY),
      signer: createLocalSigner(SIGNING_KEY),
    }),
  setLeverage: (vest) => vest.setLeverage({ symbol, value: 10 }),
  changeAddressBook: (vest) => vest.changeAddressBook({ change: 'LOCK', days: 3 }),
  placeOrder: (vest) => vest.placeOrder(order),
  replaceOrder: (vest) => vest.replaceOrder(ID, order),
  cancelOrder: (vest) => vest.cancelOrder(ID),
  amendOrder: (vest) => vest.amendOrder({ id: ID, size: '1', limitPrice: '1' }),
  cancelAllOrders: (vest) => vest.cancelAllOrders(),
  setCancelTimer: (vest) => vest.setCancelTimer({ timeoutMs: 0 }),
  closeAllPositions: (vest) => vest.closeAllPositions(),
  withdrawProfits: (vest) => vest.withdrawProfits({ size: 1_000_000, recipient: PRIMARY }),
  withdraw: (vest) =>
    vest.withdraw({ recipient: PRIMARY, token: USDC, size: 2_000_000, chainId: 42161, execute: true }),
  depositAuthorized: (vest) =>
    vest.depositAuthorized({
      account: PRIMARY,
      value: '1000000',
      valid_after: 0,
      valid_before: 1,
      nonce: ID,
      signature: '0x',
      chain_id: 1,
    }),
  placeLpOrder: (vest) => vest.placeLpOrder({ orderType: 'DEPOSIT', size: '1' }),
  cancelLpOrder: (vest) => vest.cancelLpOrder(ID),
}

/** A method that is made from its call, with what the call's example sends. */
function sendExample(vest: VestClient, name: keyof typeof SENT): Promise<unknown> {
  const { params = {}, query, body }: Call['example'] = CALLS[name].example
  const [, , , argument]: Route = SENT[name]
  const fields = body ?? query
  const input = argument === undefined ? fields : (fields as Record<string, unknown> | undefined)?.[argument]
  return (vest[name] as (...given: readonly unknown[]) => Promise<unknown>)(...Object.values(params), input)
}

describe('methods and calls', () => {
  let exchange: ScriptedExchange
  let vest: VestClient
  beforeAll(async () => {
    exchange = await startScriptedExchange(answerAll)
    vest = createVestClient({
      baseUrl: exchange.url,
      signer: createLocalSigner(SIGNING_KEY),
      apiKey: 'key-1',
      account: PRIMARY,
      validate: true,
    })
  })
  afterAll(() => exchange.close())

  const exampleOf = (name: string): Call['example'] => CALLS[name as CallName].example

  function expectSent(name: string, params: Readonly<Record<string, string>> = {}): void {
    const seen = exchange.requests.at(-1)!
    const call: Call = CALLS[name as CallName]
    const path = call.path.replace(/\{(\w+)\}/g, (_, param: string) => params[param]!)
    expect(`${seen.method} ${seen.path}`).toBe(`${call.method} /v2${path}`)
    expect(seen.headers['x-api-key']).toBe(call.auth === 'key' ? 'key-1' : undefined)
  }

  it.each(Object.keys(SENT))('%s sends what its example says and answers what is answered', async (name) => {
    const { params = {}, query = {}, body, answer } = exampleOf(name)
    expect(await sendExample(vest, name as keyof typeof SENT)).toEqual(answer)
    expectSent(name, params)
    const seen = exchange.requests.at(-1)!
    expect(seen.body).toEqual(body)
    expect(seen.query).toMatchObject(query)
  })

  it.each(Object.entries(BY_HAND))(
    '%s goes where its file says, with or without a key',
    async (name, send) => {
      await send(vest)
      expectSent(name)
    },
  )

  it('none is missing', () => {
    const told = CALL_LIST.filter(({ sdk }) => sdk !== 'none').map(({ name }) => name)
    expect([...Object.keys(SENT), ...Object.keys(BY_HAND)].toSorted()).toEqual(told.toSorted())
  })
})
