import { describe, expect, it } from 'vitest'
import { newSocialBooks, type Grant } from '../socialBooks.ts'
import { createPosts } from './posts.ts'

describe('two posts at once', () => {
  const grant = (username: string): Grant => ({
    username,
    refreshToken: '',
    accessToken: '',
    expiresMs: 0,
  })

  it('are told each its own number', async () => {
    const books = newSocialBooks()
    const posts = createPosts({ store: { books, keep: async () => undefined }, nowMs: () => 0 })
    const told = await Promise.all(['ann', 'bob'].map((name) => posts.post(grant(name), { text: name })))
    expect(told).toEqual(books.posts.map(({ id, text }) => ({ id, text })))
  })
})
