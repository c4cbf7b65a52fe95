import { describe, expect, it, vi } from 'vitest'
import { createServiceState } from './serviceState.ts'

const begin = () => {
  const onFatal = vi.fn()
  return { onFatal, state: createServiceState({ logger: { fatal: vi.fn() }, onFatal }) }
}

describe('the state of the service', () => {
  it('serves from its start to its stop', () => {
    const { state } = begin()
    expect([state.isServing(), state.isEnding()]).toEqual([false, false])
    state.serve()
    expect([state.isServing(), state.isEnding()]).toEqual([true, false])
    state.stop()
    expect([state.isServing(), state.isEnding(), state.hasFailed()]).toEqual([false, true, false])
  })

  it('fails once, and stays failed when it is stopped', () => {
    const { state, onFatal } = begin()
    const first = new Error('the disk is gone')
    state.fail(first)
    state.fail(new Error('and the engine'))
    state.stop()
    expect(onFatal.mock.calls).toEqual([[first]])
    expect([state.isServing(), state.isEnding(), state.hasFailed()]).toEqual([false, true, true])
  })

  it('what breaks while it is stopped is no failure', () => {
    const { state, onFatal } = begin()
    state.stop()
    state.fail(new Error('the engine has ended'))
    expect([onFatal.mock.calls.length, state.hasFailed()]).toEqual([0, false])
  })
})
