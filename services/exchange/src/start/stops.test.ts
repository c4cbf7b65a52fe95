import { describe, expect, it } from 'vitest'
import { createStops } from './stops.ts'

describe('stops', () => {
  it('run in the reverse order of their start, each once, and the last one after all', async () => {
    const stops = createStops()
    const done: string[] = []
    stops.add(
      () => void done.push('store'),
      async () => {
        await Promise.resolve()
        done.push('engine')
      },
    )
    stops.addLast(() => void done.push('operator'))
    stops.add(() => void done.push('server'))
    await stops.all()
    await stops.all()
    expect(done).toEqual(['server', 'engine', 'store', 'operator'])
  })

  it('run to their end when one of them fails, and its error is thrown', async () => {
    const done: string[] = []
    const error = new Error('the server does not close')
    const stops = createStops()
    stops.add(
      () => void done.push('store'),
      () => Promise.reject(error),
      () => void done.push('server'),
    )
    await expect(stops.all()).rejects.toBe(error)
    expect(done).toEqual(['server', 'store'])
  })

  it('that fail together are all told', async () => {
    const errors = [new Error('first'), new Error('second')]
    const stops = createStops()
    stops.add(
      () => Promise.reject(errors[1]!),
      () => Promise.reject(errors[0]!),
    )
    await expect(stops.all()).rejects.toMatchObject({ errors })
  })
})
