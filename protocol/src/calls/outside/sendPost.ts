import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const postRequest = z.object({
  text: z.string().max(280),
  /** PNG or JPEG in base64, with or without `data:` in front. */
  image: z.string().max(5_600_000),
})
export type PostRequest = z.infer<typeof postRequest>
export const postSentResponse = z.object({ id: z.string(), url: z.string() })
export type PostSentResponse = z.infer<typeof postSentResponse>

export const sendPostCall = {
  group: 'Outside',
  method: 'POST',
  path: '/account/twitter/send',
  ...FULL,
  outside: 'social',
  summary: 'Posts a text with a picture in the name of the owner of the account.',
  body: postRequest,
  bodyBytesMax: 6_291_456,
  answer: postSentResponse,
  fields: {
    id: 'Of the post.',
    url: 'Where the post can be seen.',
    text: 'What is posted.',
    image: 'Picture of the post, as a data URL.',
  },
  example: {
    body: { text: 'Up 12 % on BTC-PERP', image: 'iVBORw0KGgo=' },
    answer: { id: '1', url: 'https://social.example/posts/1' },
  },
} as const satisfies Call
