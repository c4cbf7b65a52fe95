import { expect, it } from 'vitest'
import type { EmbeddedWallet } from '../../entities/embedded/embeddedWallet.ts'
import { signMessage } from './signMessage.ts'

it('[5.12] a text that is not empty is signed by an embedded wallet, and by no other', async () => {
  const asked: unknown[] = []
  const call = (async (...question: unknown[]) => {
    asked.push(question)
    return { signature: '0xab' }
  }) as EmbeddedWallet['call']
  const sign = (isEmbedded: boolean, message: string) => signMessage(call, { isEmbedded, message })
  await expect(sign(false, 'hello')).rejects.toMatchObject({ failure: 'notEmbedded' })
  for (const empty of ['', ' \n'])
    await expect(sign(true, empty)).rejects.toMatchObject({ failure: 'emptyMessage' })
  expect(asked).toEqual([])
  expect(await sign(true, ' hello ')).toBe('0xab')
  expect(asked).toEqual([['message.sign', { message: ' hello ' }]])
})
