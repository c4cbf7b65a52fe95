/** What devnet's social network remembers: leaves that were given, pictures and posts. Newest posts last, so many at most. */
export interface Grant {
  readonly username: string
  refreshToken: string
  accessToken: string
  expiresMs: number
}
export interface Post {
  readonly id: string
  readonly username: string
  readonly text: string
  readonly mediaIds: readonly string[]
  readonly timeMs: number
}
export interface Media {
  readonly id: string
  readonly username: string
  readonly type: string
  readonly base64: string
}
export interface SocialBooks {
  readonly grants: Grant[]
  readonly posts: Post[]
  readonly media: Media[]
  nextId: number
}

export const newSocialBooks = (): SocialBooks => ({ grants: [], posts: [], media: [], nextId: 1_790_000_000 })

const KEPT = 50

/** The oldest go first. */
export function keepNewest(books: SocialBooks): void {
  for (const list of [books.grants, books.posts, books.media]) list.splice(0, Math.max(0, list.length - KEPT))
}
