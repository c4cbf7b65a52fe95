import { describe, expect, it } from 'vitest'
import { privateLoopback } from './privateLoopback.ts'

describe('the address of the local chain', () => {
  it('is one of sixteen million of the loopback, another each time', async () => {
    const drawn = await Promise.all(Array.from({ length: 50 }, () => privateLoopback(async () => true)))
    for (const address of drawn) expect(address).toMatch(/^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/)
    expect(new Set(drawn).size).toBeGreaterThan(45)
    expect(drawn).not.toContain('127.0.0.1')
  })
  it('is the plain one where the system has no other', async () => {
    expect(await privateLoopback(async () => false)).toBe('127.0.0.1')
  })
})
