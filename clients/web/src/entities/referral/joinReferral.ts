/** Joining with a code, and each way that it can end ([7.20], [8.17], [8.62]). */
import { REFUSAL } from '@vest/protocol'
import { ApiError, type VestClient } from '@vest/sdk'

export type JoinEnd =
  | { readonly kind: 'joined'; readonly code: string }
  /** For good: of another account, unknown, used, too late, or no account for it. */
  | { readonly kind: 'refused'; readonly code: number }
  /** It may be tried again. */
  | { readonly kind: 'failed'; readonly code: number | undefined }

/** After these the code is of no use to this account. */
const FINAL: ReadonlySet<number> = new Set([
  REFUSAL.INVALID_PARAMETER,
  REFUSAL.REFERRAL_CLAIMED_BY_OTHER,
  REFUSAL.REFERRAL_NOT_FOUND,
  REFUSAL.REFERRAL_ALREADY_USED,
  REFUSAL.ACTION_NOT_AVAILABLE,
])

/** Never throws. */
export async function joinWith(client: Pick<VestClient, 'joinReferral'>, code: string): Promise<JoinEnd> {
  try {
    return { kind: 'joined', code: (await client.joinReferral(code)).ref_code }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'failed', code: undefined }
    return { kind: FINAL.has(error.code) ? 'refused' : 'failed', code: error.code }
  }
}
