/** Orders beyond the lane are refused before the server sees them; what it must see it sees whole. */
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shedOrders } from './shedOrders.ts'

describe('shedding orders', () => {
  let server: Server
  let isFull = true
  let shed = 0
  const bodies: string[] = []

  beforeEach(async () => {
    ;[isFull, shed, bodies.length] = [true, 0, 0]
    server = createServer((request, response) => {
      let body = ''
      // Later than in this turn, as after a look at the key.
      setImmediate(() => {
        request.on('data', (part: Buffer) => (body += part.toString()))
        request.on('end', () => {
          bodies.push(body)
          response.end('served')
        })
      })
    })
    shedOrders(server, {
      lanes: { isFull: () => isFull, enter: () => true, leave: () => undefined },
      path: '/v2/orders',
      headersFor: (origin, requestId) => ({ 'x-request-id': requestId, 'x-origin': origin ?? 'none' }),
      onShed: () => (shed += 1),
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const post = async (body: string, path = '/v2/orders') => {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  it('[8.6] an order is 1003 with the time to come back and the headers of every answer', async () => {
    const { status, headers, text } = await post('{"order":{"reduceOnly":false}}')
    expect([status, headers.get('retry-after'), headers.get('x-origin')]).toEqual([429, '1', 'none'])
    const body = JSON.parse(text) as { code: number; detail: { code: number }; requestId: string }
    expect([body.code, body.detail.code, body.requestId]).toEqual([1003, 1003, headers.get('x-request-id')])
    expect([shed, bodies]).toEqual([1, []])
  })

  it('what takes risk away, other paths, and everything while there is room is served with its whole body', async () => {
    const closing = '{"order":{"reduceOnly" : true}}'
    expect((await post(closing)).text).toBe('served')
    expect((await post('{"order":{"reduce\\u004fnly":true}}')).text).toBe('served')
    expect((await post('{"a":1}', '/v2/orders/amend')).text).toBe('served')
    isFull = false
    expect((await post('{"b":1}')).text).toBe('served')
    expect([shed, bodies]).toEqual([
      0,
      [closing, '{"order":{"reduce\\u004fnly":true}}', '{"a":1}', '{"b":1}'],
    ])
  })

  it('a body in pieces is the server’s business, and one connection carries refused and served in turn', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let heard = ''
    socket.on('data', (part: Buffer) => (heard += part.toString()))
    const head = (length: number) =>
      `POST /v2/orders HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
    const until = async (text: RegExp) => {
      while (!text.test(heard)) await once(socket, 'data')
    }
    socket.write(`${head(7)}{"a":1}`)
    await until(/1003[^]*\}$/)
    const begun = once(server, 'request')
    socket.write(`${head(7)}{"a`)
    await begun
    await new Promise((resolve) => setImmediate(resolve))
    socket.write('":2}')
    await until(/served/)
    socket.write(`${head(7)}{"a":3}${head(7)}{"a":4}`)
    await until(/(1003[^]*){6}\}$/)
    expect(bodies).toEqual(['{"a":2}'])
    expect(shed).toBe(3)
    socket.destroy()
  })
})
