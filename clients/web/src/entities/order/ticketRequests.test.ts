import { describe, expect, it } from 'vitest'
import { ticketRequests, type TicketRequest } from './ticketRequests.ts'

const SIDE: TicketRequest = { kind: 'side', isBuy: true }
const ORDER: TicketRequest = { kind: 'order', isBuy: false }

function listen(symbol: string) {
  const heard: TicketRequest[] = []
  return { heard, stop: ticketRequests.listen(symbol, (request) => heard.push(request)) }
}

describe('requests to the ticket', () => {
  it('go to the ticket that is shown, and to none after it has gone', () => {
    const btc = listen('BTC-PERP')
    ticketRequests.send(SIDE)
    btc.stop()
    ticketRequests.send(SIDE)
    expect(btc.heard).toEqual([SIDE])
  })

  it('of another market wait for its ticket, the last one alone, and are heard once', async () => {
    const btc = listen('BTC-PERP')
    ticketRequests.sendTo('ETH-PERP', SIDE)
    ticketRequests.sendTo('ETH-PERP', ORDER)
    btc.stop()
    const eth = listen('ETH-PERP')
    const page = listen('ETH-PERP')
    eth.stop()
    page.stop()
    await Promise.resolve()
    const again = listen('ETH-PERP')
    again.stop()
    expect([btc.heard, eth.heard, page.heard, again.heard]).toEqual([[], [ORDER], [ORDER], []])
  })
})
