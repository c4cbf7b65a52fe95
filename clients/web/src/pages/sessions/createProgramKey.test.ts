import type { ApiKeyRequest } from '@vest/protocol'
import { createLocalSigner } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { createProgramKey, type KeyWanted } from './createProgramKey.ts'

async function make(change: Partial<KeyWanted> = {}) {
  const sent: ApiKeyRequest[] = []
  const client = {
    createApiKey: async (request: ApiKeyRequest) => {
      sent.push(request)
      return { id: '0xaa', apiKey: 'told once' } as never
    },
  }
  const wanted = { label: ' maker ', canTrade: true, maxLoss: '', isUnbounded: false, ...change }
  return { made: await createProgramKey(client, wanted), request: sent[0]! }
}

describe('a key for a program', () => {
  it('that may trade signs with a new key of its own, under the bound that the exchange proposes', async () => {
    const { made, request } = await make()
    expect(request).toEqual({
      label: 'maker',
      scopes: ['read', 'trade'],
      signingAddr: createLocalSigner(made.signingKey as `0x${string}`).address,
    })
    expect(made.apiKey).toBe('told once')
    expect((await make()).made.signingKey).not.toBe(made.signingKey)
  })

  it('carries the bound that was typed, or none where the owner wants none', async () => {
    expect((await make({ maxLoss: '250.5' })).request.maxDailyLoss).toBe('250.5')
    expect((await make({ maxLoss: '250.5', isUnbounded: true })).request.maxDailyLoss).toBeNull()
  })

  it('that only reads has neither', async () => {
    const { made, request } = await make({ canTrade: false, maxLoss: '5' })
    expect(request).toEqual({ label: 'maker', scopes: ['read'] })
    expect(made).toEqual({ apiKey: 'told once' })
  })
})
