/**
 * Posts a text with its picture through the exchange, for accounts that gave it leave ([6.8], [7.11]). An exchange that has no such
 * part says so in a sentence, and so does a network that refuses; every other failure reads alike ([8.62]).
 */
import { REFUSAL } from '@vest/protocol'
import { ApiError, type VestClient } from '@vest/sdk'

export type PostOutcome = 'posted' | 'absent' | 'refused' | 'failed'

const NOT_HERE = 503
const REFUSED = REFUSAL.INVALID_PARAMETER

export async function postCard(
  client: Pick<VestClient, 'sendPost'>,
  post: { readonly text: string; readonly image: string },
): Promise<PostOutcome> {
  try {
    await client.sendPost(post)
    return 'posted'
  } catch (error) {
    if (!(error instanceof ApiError)) return 'failed'
    if (error.code === REFUSED) return 'refused'
    return error.code === 0 && error.httpStatus === NOT_HERE ? 'absent' : 'failed'
  }
}
