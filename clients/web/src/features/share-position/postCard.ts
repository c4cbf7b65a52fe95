/**
 * Posts a card through the exchange, for accounts that gave it leave ([6.8], [7.11]). An exchange that has no such
 * part says so in a sentence; every other failure reads alike ([8.62]).
 */
import { ApiError, type VestClient } from '@vest/sdk'

export type PostOutcome = 'posted' | 'absent' | 'failed'

const NOT_HERE = 503

export async function postCard(
  client: Pick<VestClient, 'sendPost'>,
  post: { readonly text: string; readonly image: string },
): Promise<PostOutcome> {
  try {
    await client.sendPost(post)
    return 'posted'
  } catch (error) {
    return error instanceof ApiError && error.code === 0 && error.httpStatus === NOT_HERE
      ? 'absent'
      : 'failed'
  }
}
