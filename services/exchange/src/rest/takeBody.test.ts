import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { takeBody } from './takeBody.ts'

describe('the body of a request', () => {
  let server: Server
  let socket: Socket
  afterEach(() => {
    socket.destroy()
    server.close()
  })

  const start = async (serve: (request: IncomingMessage, response: ServerResponse) => void) => {
    server = createServer(serve)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  }
  const heard = async (pattern: RegExp) => {
    let text = ''
    while (!pattern.test(text)) text += String((await once(socket, 'data'))[0])
    return text
  }
  const message = (body: string) =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const echo = (request: IncomingMessage, response: ServerResponse) =>
    takeBody(request, Number(request.headers['content-length']), (body) =>
      response.end(`<${body.toString()}>`),
    )

  it('is told once it is whole, of one request after the other', async () => {
    await start(echo)
    socket.write(message('first') + message('second') + message('thi'.repeat(10)).slice(0, -15))
    const told = heard(/<(thi){10}>/)
    socket.write('thi'.repeat(5))
    expect((await told).match(/<\w+>/g)).toEqual(['<first>', '<second>', `<${'thi'.repeat(10)}>`])
  })

  it('is told whole where somebody has looked at its beginning, and put it back', async () => {
    await start((request, response) => {
      request.once('readable', () => {
        request.unshift(request.read() as Buffer)
        echo(request, response)
        socket.write('end')
      })
    })
    socket.write(message('beginning and end').slice(0, -3))
    expect(await heard(/>/)).toContain('<beginning and end>')
  })

  it('is never told where the connection ends before, and nothing of it is left', async () => {
    const told: string[] = []
    const closed = new Promise((resolve) => {
      void start((request) => {
        takeBody(request, 10, (body) => told.push(body.toString()))
        request.once('close', resolve)
        socket.destroy()
      }).then(() => socket.write(message('0123456789').slice(0, -1)))
    })
    await closed
    expect(told).toEqual([])
  })
})
