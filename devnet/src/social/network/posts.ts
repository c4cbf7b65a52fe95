/** Pictures and posts: taken from those who have leave, and shown on the front page, the newest first. */
import { escapeHtml } from '../../formPage.ts'
import type { Grant, Media } from '../socialBooks.ts'
import type { KeptBooks } from './keptBooks.ts'
import { SocialError } from './socialError.ts'

export interface PostsPorts {
  readonly store: Pick<KeptBooks, 'books' | 'keep'>
  readonly nowMs: () => number
}

type Body = Readonly<Record<string, unknown>>

export interface Posts {
  /** A picture, under the number that it is posted by. */
  upload(grant: Grant, body: Body): Promise<string>
  post(grant: Grant, body: Body): Promise<object>
  picture(mediaId: string): Media
  timeline(): string
}

const TEXT_MAX = 280

export function createPosts({ store, nowMs }: PostsPorts): Posts {
  const { books, keep } = store
  const newId = (): string => String((books.nextId += 1))
  return {
    async upload({ username }, body) {
      const [base64, type] = [String(body['media']), String(body['media_type'])]
      if (!/^image\/(?:png|jpeg)$/.test(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
        throw new SocialError(400, 'No picture')
      const media = { id: newId(), username, type, base64 }
      books.media.push(media)
      await keep()
      return media.id
    },
    async post({ username }, body) {
      const text = String(body['text'])
      const { media_ids: mediaIds = [] } = (body['media'] ?? {}) as { readonly media_ids?: readonly string[] }
      const areOwn = mediaIds.every((one) =>
        books.media.some((each) => each.id === one && each.username === username),
      )
      if (text === '' || text.length > TEXT_MAX || !areOwn) throw new SocialError(400, 'Not a post')
      const last = books.posts.findLast((one) => one.username === username)
      if (last?.text === text)
        throw new SocialError(403, 'You are not allowed to create a Tweet with duplicate content.')
      const id = newId()
      books.posts.push({ id, username, text, mediaIds, timeMs: nowMs() })
      await keep()
      return { id, text }
    },
    picture(mediaId) {
      const media = books.media.find((one) => one.id === mediaId)
      if (media === undefined) throw new SocialError(404, 'Not found')
      return media
    },
    timeline: () =>
      books.posts.length === 0
        ? '<p>Nothing was posted yet.</p>'
        : books.posts
            .toReversed()
            .map(
              (one) =>
                `<article id="p${one.id}"><small>@${escapeHtml(one.username)} · ${new Date(one.timeMs).toISOString()}</small>` +
                `<pre>${escapeHtml(one.text)}</pre>` +
                one.mediaIds
                  .map((each) => `<img alt="Picture" width="438" src="/media/${escapeHtml(each)}">`)
                  .join('') +
                '</article>',
            )
            .join(''),
  }
}
