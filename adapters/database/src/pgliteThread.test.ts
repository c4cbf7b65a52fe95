import { describe, expect, it } from 'vitest'
import { startPgliteThread } from './pgliteThread.ts'

/** A thread that answers as its text says, in place of the database's. */
const thread = (text: string) =>
  startPgliteThread(
    new URL(
      `data:text/javascript,${encodeURIComponent(`import { parentPort as port } from 'node:worker_threads'\n${text}`)}`,
    ),
    {
      dir: '',
      createOnly: false,
    },
  )

const ECHO = `port.on('message', ({ number, method, args }) => port.postMessage({ number, value: [method, ...args] }))`
const FAIL = `port.on('message', ({ number, args: [failure] }) => port.postMessage({ number, failure }))`
const READY = `port.postMessage({ ready: true })`

describe('the thread of the embedded database', () => {
  it('answers each call with its own value, whatever the order', async () => {
    const { call, end } = await thread(`
      let held
      port.on('message', ({ number, args }) => {
        if (!held) return (held = { number, value: args[0] })
        port.postMessage({ number, value: args[0] })
        port.postMessage(held)
      })
      ${READY}`)
    expect(await Promise.all([call('trades', ['first']), call('trades', ['second'])])).toEqual([
      'first',
      'second',
    ])
    await end()
  })

  it('passes integers of any length and absent fields as they are', async () => {
    const { call, end } = await thread(`${ECHO}\n${READY}`)
    const batch = { lastSeq: 1, cumFunding: -(10n ** 40n) }
    expect(await call('apply', [batch])).toStrictEqual(['apply', batch])
    await end()
  })

  it('gives failures back as the kind they were', async () => {
    const { call, end } = await thread(`${FAIL}\n${READY}`)
    await expect(
      call('apply', [{ name: 'DatabaseError', message: 'refused', sqlState: '23514' }]),
    ).rejects.toMatchObject({
      name: 'DatabaseError',
      message: 'refused',
      sqlState: '23514',
    })
    await expect(
      call('apply', [{ name: 'ReadModelUnavailableError', message: 'disk full' }]),
    ).rejects.toMatchObject({
      name: 'ReadModelUnavailableError',
      message: 'disk full',
    })
    await end()
  })

  it('does not start when the database does not open', async () => {
    const failure = { name: 'DatabaseError', message: 'no checkpoint record' }
    await expect(
      thread(`port.postMessage({ ready: false, failure: ${JSON.stringify(failure)} })`),
    ).rejects.toThrow('no checkpoint record')
    await expect(thread(`throw new Error('unreachable')`)).rejects.toThrow(/unreachable/)
  })

  it('fails every call in flight when it dies, and every later one', async () => {
    const { call } = await thread(`port.on('message', () => process.exit(1))\n${READY}`)
    const both = await Promise.allSettled([call('trades', []), call('orders', [])])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(call('trades', [])).rejects.toThrow(/has ended/)
  })
})
