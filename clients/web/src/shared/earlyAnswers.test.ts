import { describe, expect, it } from 'vitest'
import { fetchAfterEarly } from './earlyAnswers.ts'

describe('early answers', () => {
  const asked: string[] = []
  const plain = async (url: string): Promise<Response> => {
    asked.push(url)
    return new Response('plain')
  }
  const text = async (answer: Promise<Response>): Promise<string> => (await answer).text()

  it('[2.20] are taken once, by the first read of the path without a choice of markets', async () => {
    const early = new Map([['/v2/exchangeInfo', Promise.resolve(new Response('early'))]])
    const get = fetchAfterEarly(plain, early)
    expect(await text(get('/v2/exchangeInfo?symbols=BTC-PERP'))).toBe('plain')
    expect(await text(get('http://localhost/v2/exchangeInfo?time=1'))).toBe('early')
    expect(await text(get('/v2/exchangeInfo?time=2'))).toBe('plain')
    expect(await text(get('/v2/depth'))).toBe('plain')
  })

  it('that failed or were refused are asked for anew', async () => {
    const early = new Map([
      ['/a', Promise.reject(new TypeError('offline'))],
      ['/b', Promise.resolve(new Response('no', { status: 503 }))],
    ])
    const get = fetchAfterEarly(plain, early)
    expect([await text(get('/a')), await text(get('/b'))]).toEqual(['plain', 'plain'])
    expect(asked.slice(-2)).toEqual(['/a', '/b'])
  })
})
